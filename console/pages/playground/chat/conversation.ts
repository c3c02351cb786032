import { computed, signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { chatStream } from './chat-stream.ts'
import type { ChatBody, ChatUsage } from './chat-stream.ts'
import type { ApiFailure } from '../../../api/failure.ts'
import { account } from '../../../api/account.ts'
import type { Model } from '../playground-page.tsx'
import { dropRefusedKey, keyToCallWith } from '../playground-key.ts'
import { chargeOf } from '../receipt.ts'
import { chatBody } from './chat-body.ts'
import type { Answered, Question } from './chat-body.ts'
import type { ChatParameters } from './chat-parameters.ts'
import { keepConversation, keptConversation } from './kept-conversation.ts'

/** What one model has answered so far. */
export interface Reply {
  readonly model: string
  readonly text: string
  readonly reasoning: string
  readonly state: 'answering' | 'done' | 'stopped' | 'cut_off' | 'filtered' | 'failed'
  readonly failure: ApiFailure | null
  readonly firstWordSeconds: number | null
  readonly totalSeconds: number | null
  readonly usage: ChatUsage | null
  /** Names the receipt of the call; null before the service has taken it. */
  readonly operationId: string | null
  /** Roubles; null as long as it is not known. */
  readonly cost: string | null
}

/** One question with the answer of each model that was asked. */
export interface Turn {
  readonly question: Question
  readonly replies: readonly Reply[]
}

const newReply = (model: string): Reply => ({
  model,
  text: '',
  reasoning: '',
  state: 'answering',
  failure: null,
  firstWordSeconds: null,
  totalSeconds: null,
  usage: null,
  operationId: null,
  cost: null,
})

const FINISHED: Readonly<Record<string, Reply['state']>> = { length: 'cut_off', content_filter: 'filtered' }

/** What the model in this column goes on from: its own answers, or those of the first where it was not there yet. */
export const historyOf = (turns: readonly Turn[], column: number): readonly Answered[] =>
  turns.map(({ question, replies }) => ({ question, answer: (replies[column] ?? replies[0])?.text ?? '' }))

export interface Conversation {
  readonly turns: ReadonlySignal<readonly Turn[]>
  readonly isAnswering: ReadonlySignal<boolean>
  /** Asks each of the models; at the place of an earlier turn, that one and all behind it are taken away first. */
  ask(models: readonly Model[], parameters: ChatParameters, question: Question, at?: number): Promise<void>
  stop(): void
  clear(): void
  /** Asks what the calls came to that a reload, or another page, has cut off, one after the other. */
  findCosts(): Promise<void>
  /** Stops what is being answered, and keeps the rest for the next time that the page opens. */
  leave(): void
}

/** The conversation of this tab; a reload shows it again. */
export const makeConversation = (): Conversation => {
  const turns = signal<readonly Turn[]>(keptConversation())
  const isAnswering = computed(() => turns.value.at(-1)?.replies.some(({ state }) => state === 'answering') === true)
  let running = new AbortController()
  let visit = new AbortController()

  const receive = async (body: ChatBody, change: (by: (reply: Reply) => Partial<Reply>) => void): Promise<void> => {
    const { signal: ending } = running
    const { signal: leaving } = visit
    const fail = (failure: ApiFailure): void => {
      dropRefusedKey(failure)
      change(() => ({ state: 'failed', failure }))
    }
    const key = await keyToCallWith()
    if (!key.ok) return fail(key.failure)
    // A key that is made first is no part of the call.
    const startedAt = performance.now()
    const seconds = (): number => (performance.now() - startedAt) / 1_000
    let operationId: string | null = null
    let isCharged = false
    try {
      for await (const event of chatStream(body, key.value, ending)) {
        switch (event.tag) {
          case 'taken':
            operationId = event.operationId
            change(() => ({ operationId }))
            break
          case 'text':
            if (event.text === '') break
            change(({ text, firstWordSeconds }) => ({
              text: text + event.text,
              firstWordSeconds: firstWordSeconds ?? seconds(),
            }))
            break
          case 'reasoning':
            change(({ reasoning }) => ({ reasoning: reasoning + event.text }))
            break
          case 'finished':
            change(() => ({ state: FINISHED[event.reason] ?? 'done' }))
            break
          case 'usage':
            isCharged = true
            change(() => ({ usage: event.usage, cost: event.usage.cost_rub ?? null }))
            break
          case 'failed':
            fail(event.failure)
            break
        }
      }
    } catch {
      if (ending.aborted) change(() => ({ state: 'stopped' }))
      else fail({ tag: 'unreachable' })
    }
    change(() => ({ totalSeconds: seconds() }))
    if (operationId === null || isCharged) return
    const cost = await chargeOf(operationId, key.value, leaving)
    change(() => ({ cost }))
  }

  const findCost = async (operationId: string, leaving: AbortSignal): Promise<void> => {
    const cost = await chargeOf(operationId, null, leaving)
    if (cost === null) return
    turns.value = turns.peek().map((turn) => ({
      ...turn,
      replies: turn.replies.map((reply) => (reply.operationId === operationId ? { ...reply, cost } : reply)),
    }))
  }

  return {
    turns,
    isAnswering,
    ask: async (models, parameters, question, at = turns.peek().length) => {
      if (isAnswering.peek()) return
      const before = turns.peek().slice(0, at)
      running = new AbortController()
      turns.value = [...before, { question, replies: models.map(({ id }) => newReply(id)) }]
      const asked = running
      const changeReply = (column: number) => (by: (reply: Reply) => Partial<Reply>) => {
        // The conversation may have been emptied, or this question asked anew, before the last word came.
        const turn = turns.peek()[at]
        if (running !== asked || turn === undefined) return
        const replies = turn.replies.map((reply, each) => (each === column ? { ...reply, ...by(reply) } : reply))
        turns.value = turns.peek().with(at, { ...turn, replies })
      }
      await Promise.all(
        models.map((model, column) =>
          receive(chatBody(model, parameters, historyOf(before, column), question), changeReply(column)),
        ),
      )
      if (running === asked) keepConversation(turns.peek())
    },
    stop: () => running.abort(),
    clear: () => {
      running.abort()
      running = new AbortController()
      turns.value = []
      keepConversation([])
    },
    findCosts: async () => {
      const { signal: leaving } = visit
      for (const { operationId, cost } of turns.peek().flatMap(({ replies }) => replies)) {
        if (operationId !== null && cost === null) await findCost(operationId, leaving)
      }
    },
    leave: () => {
      // Sign-out leaves the page too, and has taken away what was kept.
      if (account.peek() !== null) keepConversation(turns.peek())
      running.abort()
      running = new AbortController()
      visit.abort()
      visit = new AbortController()
    },
  }
}
