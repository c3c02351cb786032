import { divideRoundingUp } from '../money/money.ts'
import { UNITS_OF_PRICE } from './per-million.ts'

/**
 * What the provider of a model asks, as far as the operator has written it into the catalogue. Micro-roubles. A price
 * that is not named counts as nothing, but for tokens of the cache, which then cost what others do.
 */
export interface PurchasePrices {
  readonly inputPerMillion?: bigint | undefined
  readonly cachedInputPerMillion?: bigint | undefined
  readonly cacheWritePerMillion?: bigint | undefined
  readonly outputPerMillion?: bigint | undefined
  /** Of one image. */
  readonly perImage?: bigint | undefined
  /** Of one second of sound or video. */
  readonly perSecond?: bigint | undefined
  /** Of each call that was answered. */
  readonly perCall?: bigint | undefined
}

/** What calls of one model consumed together. */
export interface UsedSum {
  readonly answered: number
  /** Cached tokens and those written to a cache are parts of them. */
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
  readonly images: number
  readonly milliseconds: number
}

const MS_PER_SECOND = 1_000n

/** What the provider asks for it, in micro-roubles, rounded once. */
export const purchaseCost = (prices: PurchasePrices, used: UsedSum): bigint => {
  const { inputPerMillion: input = 0n, outputPerMillion: output = 0n } = prices
  const { cachedInputPerMillion: cached = input, cacheWritePerMillion: written = input } = prices
  const plainTokens = Math.max(0, used.inputTokens - used.cachedTokens - used.cacheWriteTokens)
  const parts =
    BigInt(plainTokens) * input +
    BigInt(used.cachedTokens) * cached +
    BigInt(used.cacheWriteTokens) * written +
    BigInt(used.outputTokens) * output
  const seconds = BigInt(used.milliseconds) * (prices.perSecond ?? 0n)
  const whole = BigInt(used.images) * (prices.perImage ?? 0n) + BigInt(used.answered) * (prices.perCall ?? 0n)
  return whole + divideRoundingUp(parts * MS_PER_SECOND + seconds * UNITS_OF_PRICE, UNITS_OF_PRICE * MS_PER_SECOND)
}
