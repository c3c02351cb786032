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

/** An error body larger than this says nothing that we would keep. */
export const MAX_ERROR_BYTES = 256 * 1024
