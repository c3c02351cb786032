import { MAX_ANSWER_BYTES } from '../../../application/load/memory-budget.ts'

/** How much of an upstream's answer is kept in memory. */
export interface ResponseLimits {
  readonly maxResponseBytes: number
  /** Of one event of a stream. */
  readonly maxEventChars: number
  /** Of all events of a stream together, with what stands around their words. */
  readonly maxStreamBytes: number
}

export const DEFAULT_RESPONSE_LIMITS: ResponseLimits = {
  maxResponseBytes: MAX_ANSWER_BYTES,
  maxEventChars: 8 * 1024 * 1024,
  // A thousand bytes for each token of the longest answers.
  maxStreamBytes: 128 * 1024 * 1024,
}

/**
 * Of one token with its probability and bytes, of which OpenAI's Responses sends those of an answer in one event. A
 * token of Russian has some hundred characters.
 */
const EVENT_CHARS = 160

/** The answer comes five times in such a stream: word by word, then whole, inside of more and more. */
const STREAM_BYTES = 1_000

/** However much is asked for, an answer takes no more than so many times what others do. */
const MOST_TIMES = 4

const grownTo = (usual: number, needed: number): number => Math.max(usual, Math.min(needed, MOST_TIMES * usual))

/** The limits of a stream that may bring so many tokens, those that are only named beside others among them. */
export const limitsForAnswer = (
  { maxEventChars, maxStreamBytes }: Pick<ResponseLimits, 'maxEventChars' | 'maxStreamBytes'>,
  tokens: number,
) => ({
  maxEventChars: grownTo(maxEventChars, EVENT_CHARS * tokens),
  maxStreamBytes: grownTo(maxStreamBytes, STREAM_BYTES * tokens),
})

/** Of an answer that does not count in the memory of answers: the state of a job, or a number of tokens. */
export const MAX_UNCOUNTED_BYTES = 1024 * 1024

/** An error body larger than this says nothing that we would keep. */
export const MAX_ERROR_BYTES = 256 * 1024
