import { setTimeout as wait } from 'node:timers/promises'
import { startScriptedUpstream } from './scripted-upstream.ts'
import type { ReceivedRequest, Script } from './scripted-upstream.ts'
import { answersJson, chunk, completion, DONE, frame, streams, usage, usageChunk } from './upstream-scripts.ts'

/** How far a provider is with an answer. */
export type AnswerStep = 'asked' | 'served'

/** A provider that keeps its own books: for each question, by its text, how often the whole answer was sent. */
export interface CountingProvider {
  readonly baseUrl: string
  readonly served: ReadonlyMap<string, number>
  /** The questions whose answer was streamed up to its end, which waited. */
  readonly held: ReadonlySet<string>
  /** From now on the ends of streams wait, until they are let go. */
  holdEnds(): () => void
  close(): Promise<void>
}

const PROMPT_TOKENS = 10
const PIECES = ['one ', 'two ', 'three ', 'four']
const PAUSE_MS = 6

/** Differs from question to question, so that no charge can pass for another one's. */
export const countedTokens = (question: string): readonly [prompt: number, answer: number] => [
  PROMPT_TOKENS,
  1 + (Number(question.replaceAll(/\D/g, '')) % 61),
]

const questionOf = ({ body }: ReceivedRequest): string => {
  const messages = body['messages'] as readonly { readonly content: string }[]
  return messages[0]?.content ?? ''
}

export const startCountingProvider = async (
  model: string,
  onStep: (step: AnswerStep) => void,
): Promise<CountingProvider> => {
  const upstream = await startScriptedUpstream()
  const served = new Map<string, number>()
  const held = new Set<string>()
  let ends: Promise<unknown> | null = null
  const holdEnds = (): (() => void) => {
    const gate = Promise.withResolvers<undefined>()
    ends = gate.promise
    return () => {
      ends = null
      gate.resolve(undefined)
    }
  }
  const answers: Script = async (response, request) => {
    const question = questionOf(request)
    response.on('finish', () => {
      served.set(question, (served.get(question) ?? 0) + 1)
      onStep('served')
    })
    onStep('asked')
    await wait(PAUSE_MS)
    const counted = usage(...countedTokens(question))
    if (request.body['stream'] !== true) {
      return answersJson(completion({ content: PIECES.join('') }, { usage: counted }))(response, request)
    }
    const pieces = async function* (): AsyncGenerator<string> {
      for (const content of PIECES) yield frame(chunk({ content }))
      if (ends !== null) held.add(question)
      await ends
      yield [frame(chunk({}, 'stop')), frame(usageChunk(counted)), DONE].join('')
    }
    return streams(pieces(), PAUSE_MS)(response, request)
  }
  upstream.onModel(model, answers)
  return { baseUrl: upstream.baseUrl, served, held, holdEnds, close: upstream.close }
}
