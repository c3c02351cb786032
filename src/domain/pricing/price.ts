import { maxMicro } from '../money/money.ts'
import { divideRoundingUp } from '../money/rounding.ts'
import type { PriceStep, Rates, TokenRates } from './tariff.ts'
import type { TokenUsage } from './usage.ts'

const TOKENS_PER_PRICE = 1_000_000n

const stepsOf = ({ steps }: TokenRates): readonly PriceStep[] =>
  (steps ?? []).toSorted((one, other) => one.promptTokensOver - other.promptTokensOver)

/** The rates of a call with a prompt of that length. */
const ratesAt = (rates: TokenRates, promptTokens: number): Rates =>
  stepsOf(rates).findLast(({ promptTokensOver }) => promptTokens > promptTokensOver) ?? rates

/**
 * The price of a usage in micro-roubles, rounded up once at the end of the sum; so a call that used
 * anything has a price above zero. The usage must be valid (`validUsage`).
 *
 * Example: 1 prompt token at 100 micro-roubles per million tokens costs 1 micro-rouble.
 */
export const priceOf = (rates: TokenRates, usage: TokenUsage): bigint => {
  const { inputPerMillion, cachedInputPerMillion, cacheWritePerMillion, outputPerMillion } = ratesAt(
    rates,
    usage.promptTokens,
  )
  const cached = BigInt(usage.cachedTokens)
  const written = BigInt(usage.cacheWriteTokens)
  const plain = BigInt(usage.promptTokens) - cached - written
  return divideRoundingUp(
    plain * inputPerMillion +
      cached * cachedInputPerMillion +
      written * cacheWritePerMillion +
      BigInt(usage.completionTokens) * (outputPerMillion ?? 0n),
    TOKENS_PER_PRICE,
  )
}

interface HighestPrices {
  readonly input: bigint
  readonly output: bigint
}

/** The highest prices that a token can have at any of these rates. */
const highestPricesOf = (all: readonly Rates[]): HighestPrices =>
  all.reduce<HighestPrices>(
    ({ input, output }, rates) => ({
      input: [rates.inputPerMillion, rates.cacheWritePerMillion, rates.cachedInputPerMillion].reduce(maxMicro, input),
      output: maxMicro(output, rates.outputPerMillion ?? 0n),
    }),
    { input: 0n, output: 0n },
  )

/** What to hold for an estimate: every token at the highest price it can have where the prompt is no longer than that. */
export const holdPriceOf = (rates: TokenRates, promptTokens: number, completionTokens: number): bigint => {
  const reached = stepsOf(rates).filter(({ promptTokensOver }) => promptTokens > promptTokensOver)
  const { input, output } = highestPricesOf([rates, ...reached])
  return divideRoundingUp(BigInt(promptTokens) * input + BigInt(completionTokens) * output, TOKENS_PER_PRICE)
}

/** The most prompt tokens whose hold, beside this output, a sum covers; below zero where it does not cover the output. */
export const promptTokensFor = (rates: TokenRates, micro: bigint, completionTokens: number): number => {
  const steps = stepsOf(rates)
  let most = -1
  for (let reached = 0; reached <= steps.length; reached += 1) {
    const { input, output } = highestPricesOf([rates, ...steps.slice(0, reached)])
    const covered = Number((micro * TOKENS_PER_PRICE - BigInt(completionTokens) * output) / input)
    const longest = steps[reached]?.promptTokensOver ?? Number.POSITIVE_INFINITY
    if (covered <= longest) return Math.max(most, covered)
    most = longest
  }
  return most
}
