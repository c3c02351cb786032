/**
 * What a number of ended operations consumed and cost. The figures of a receipt that its kind does not know are zero:
 * an image has no seconds.
 */
export interface UsageSums {
  /** Operations that ended, whatever came of them. */
  readonly calls: number
  /** Those of `calls` that the provider's rules on content refused. */
  readonly refusals: number
  /** Those of `calls` that ended without an answer, and so without a charge, for another reason. */
  readonly failures: number
  /** Model tokens of all input: text, images and sound, those read from or written to a cache included. */
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  /** Model tokens of all output, those of reasoning included. */
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly images: number
  /** Of sound or of video. Exact to the millisecond. */
  readonly seconds: number
  /** What the wallets paid. Micro-units. */
  readonly cost: bigint
  /** The parts of prices that the house bore. Micro-units. */
  readonly writtenOff: bigint
}

/** The attribute by which operations are grouped. */
export type UsageGroup = 'hour' | 'day' | 'model' | 'key' | 'surface'
