import { maxMicro } from '../money/money.ts'
import { divideRoundingUp } from '../money/rounding.ts'
import type { TokenRates } from './tariff.ts'
import type { TokenUsage } from './usage.ts'

const TOKENS_PER_PRICE = 1_000_000n

/**
 * The price of a usage in micro-roubles, rounded up once at the end of the sum; so a call that used
 * anything at all never costs nothing. The usage must be sound (`soundUsage`).
 */
export const priceOf = (rates: TokenRates, usage: TokenUsage): bigint => {
  const cached = BigInt(usage.cachedTokens)
  const written = BigInt(usage.cacheWriteTokens)
  const plain = BigInt(usage.promptTokens) - cached - written
  return divideRoundingUp(
    plain * rates.inputPerMillion +
      cached * rates.cachedInputPerMillion +
      written * rates.cacheWritePerMillion +
      BigInt(usage.completionTokens) * rates.outputPerMillion,
    TOKENS_PER_PRICE,
  )
}

/** What to hold for an estimate: every prompt token at the dearest price a prompt token can turn out to have. */
export const holdPriceOf = (rates: TokenRates, promptTokens: number, completionTokens: number): bigint => {
  const dearest = maxMicro(rates.inputPerMillion, maxMicro(rates.cacheWritePerMillion, rates.cachedInputPerMillion))
  return divideRoundingUp(
    BigInt(promptTokens) * dearest + BigInt(completionTokens) * rates.outputPerMillion,
    TOKENS_PER_PRICE,
  )
}
