import type { ChatChunk, ChatDelta, FinishReason } from '../../../../domain/chat/chunk.ts'
import { isNonEmpty } from '../../../../domain/chat/answers/output.ts'
import type { ToolNames } from '../response-input/tool-names.ts'
import { openCalls } from './call-items.ts'
import { citationsOf } from './citations.ts'
import type { ItemLog } from './item-log.ts'
import { openMessage, openReasoning } from './text-items.ts'
import type { ItemStatus, OpenMessage, OpenReasoning, Sealing } from './text-items.ts'

/** Why a response is not whole. */
export type IncompleteReason = 'max_output_tokens' | 'content_filter'

/** The items that the chunks of one answer come to. */
interface Output {
  readonly add: (chunk: ChatChunk) => void
  /** Ends the open items and tells why the answer is not whole; null if it is. */
  readonly end: () => IncompleteReason | null
  /** The service tier that the provider named, where it did. */
  readonly serviceTier: () => string | null
}

const INCOMPLETE: ReadonlyMap<FinishReason | null, IncompleteReason> = new Map([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
])

interface Logprob {
  readonly bytes?: readonly number[] | null
  readonly top_logprobs?: readonly Logprob[]
}

/** Providers leave out the bytes of some tokens; the schema of Responses knows no such token. */
const withBytes = (logprob: Logprob): Logprob => ({
  ...logprob,
  bytes: logprob.bytes ?? [],
  top_logprobs: (logprob.top_logprobs ?? []).map((other) => ({ ...other, bytes: other.bytes ?? [] })),
})

const logprobsOf = (logprobs: unknown): readonly unknown[] => {
  const content = (logprobs as { readonly content?: unknown } | null | undefined)?.content
  return Array.isArray(content) ? (content as readonly Logprob[]).map(withBytes) : []
}

/** Tokens that brought no text yet, as half a character does: they belong to the text that follows. */
const textlessTokens = () => {
  const waiting: unknown[] = []
  return {
    add: (tokens: readonly unknown[]): void => {
      for (const token of tokens) waiting.push(token)
    },
    /** These tokens behind those that wait, which then wait no longer. */
    before: (tokens: readonly unknown[]): readonly unknown[] =>
      waiting.length === 0 ? tokens : [...waiting.splice(0), ...tokens],
  }
}

/** Whether a delta brings nothing, so that tokens beside it are of no other part than the text. */
const isSilent = ({ reasoning_content: reasoning, refusal, tool_calls: calls }: ChatDelta): boolean =>
  !isNonEmpty(reasoning) && !isNonEmpty(refusal) && (calls ?? []).length === 0

/** The messages of an answer, one after the other, with the tokens and the sources that come beside their texts. */
const startMessages = (log: ItemLog) => {
  const textless = textlessTokens()
  /** Sources of a text that is still to come. */
  const early: unknown[] = []
  let message: OpenMessage | null = null

  const cite = (citations: readonly unknown[]): void => {
    if (message === null) for (const citation of citations) early.push(citation)
    else if (citations.length > 0) message.cite(citations)
  }

  const end = (status: ItemStatus): void => {
    const tokens = textless.before([])
    if (tokens.length > 0) message?.add('output_text', '', tokens)
    message?.end(status)
    message = null
  }

  return {
    addText: (text: string, tokens: readonly unknown[]): void => {
      message ??= openMessage(log)
      message.add('output_text', text, textless.before(tokens))
      if (early.length > 0) cite(early.splice(0))
    },
    addRefusal: (words: string): void => {
      message ??= openMessage(log)
      message.add('refusal', words, [])
    },
    addTextless: textless.add,
    cite,
    isOpen: (): boolean => message !== null,
    end,
    /** Ends the last one. Sources behind which no text came are held by an empty one. */
    endAll: (status: ItemStatus): void => {
      if (early.length > 0) {
        message ??= openMessage(log)
        cite(early.splice(0))
      }
      end(status)
    },
  }
}

interface OutputOptions {
  readonly names: ToolNames
  readonly operationId: string
  readonly sealing: Sealing
}

/** The reasoning of an answer, an item for each stretch of it. */
const startReasoning = (log: ItemLog, sealing: Sealing) => {
  let item: OpenReasoning | null = null
  /** Signatures that came while a message was open. */
  let late = ''

  const end = (status: ItemStatus): void => {
    item?.end(status)
    item = null
  }

  /** Reasoning without words has a signature alone, which is an item where its seal is shown or kept. */
  const sign = (signature: string): void => {
    if (sealing.reasoning.use !== 'unused') item ??= openReasoning(log, sealing)
    item?.sign(signature)
  }

  return {
    add: (text: string): void => {
      item ??= openReasoning(log, sealing)
      item.add(text)
    },
    sign,
    signLate: (signature: string): void => {
      late += signature
    },
    end,
    /** Signs what came before the end of the last message, behind which its signature stands. */
    endLate: (status: ItemStatus): void => {
      if (late === '') return
      sign(late)
      late = ''
      end(status)
    },
  }
}

/** Reads the only choice: `n` is not offered. Reasoning, a message and calls are items of their own, in this order. */
export const startOutput = (log: ItemLog, { names, operationId, sealing }: OutputOptions): Output => {
  let finish: FinishReason | null = null
  let serviceTier: string | null = null
  const messages = startMessages(log)
  const reasoning = startReasoning(log, sealing)
  const calls = openCalls(log, names, operationId)

  const addDelta = (delta: ChatDelta, logprobs: unknown): void => {
    if (isNonEmpty(delta.reasoning_content)) {
      messages.end('completed')
      reasoning.add(delta.reasoning_content ?? '')
    }
    if (isNonEmpty(delta.reasoning_signature)) {
      const signature = delta.reasoning_signature ?? ''
      if (messages.isOpen()) reasoning.signLate(signature)
      else reasoning.sign(signature)
    }
    const tokens = logprobsOf(logprobs)
    if (isNonEmpty(delta.content)) {
      reasoning.end('completed')
      messages.addText(delta.content ?? '', tokens)
    } else if (isSilent(delta)) messages.addTextless(tokens)
    if (isNonEmpty(delta.refusal)) {
      reasoning.end('completed')
      messages.addRefusal(delta.refusal ?? '')
    }
    if (delta.annotations !== undefined) messages.cite(citationsOf(delta.annotations))
    for (const call of delta.tool_calls ?? []) {
      reasoning.end('completed')
      messages.end('completed')
      reasoning.endLate('completed')
      calls.add(call)
    }
  }

  return {
    add: ({ choices, extras }) => {
      const tier = extras?.['service_tier']
      if (typeof tier === 'string') serviceTier = tier
      const choice = choices.find(({ index }) => index === 0)
      if (choice === undefined) return
      addDelta(choice.delta, choice.logprobs)
      finish = choice.finish_reason ?? finish
    },
    end: () => {
      const reason = INCOMPLETE.get(finish) ?? null
      const status = reason === null ? 'completed' : 'incomplete'
      reasoning.end(status)
      messages.endAll(status)
      reasoning.endLate(status)
      calls.end(status)
      return reason
    },
    serviceTier: () => serviceTier,
  }
}
