import { divideRoundingDown, maxMicro } from '../money/money.ts'
import { perMillion, UNITS_OF_PRICE } from './per-million.ts'
import type { PriceStep, Rates, TokenRates, TokenTariff } from './tariff.ts'

/**
 * What a chat call consumed, in one vocabulary for all providers:
 * `promptTokens` includes cached and cache-write tokens, `completionTokens` includes reasoning.
 */
export interface TokenUsage {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  /** Those of `cacheWriteTokens` that were written to a cache that lives for an hour; absent: none. */
  readonly cacheWrite1hTokens?: number | undefined
  readonly completionTokens: number
  readonly reasoningTokens: number
  /** Absent: the provider reported none. */
  readonly otherParts?: OtherTokenParts | undefined
}

/** Parts by which nothing is priced, such as tokens of sound or of predicted output, under OpenAI's names. */
interface OtherTokenParts {
  readonly prompt: Readonly<Record<string, number>>
  readonly completion: Readonly<Record<string, number>>
}

export const ZERO_USAGE: TokenUsage = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
}

export const totalTokens = (usage: TokenUsage): number => usage.promptTokens + usage.completionTokens

/** No call of any provider comes near. A larger figure is a fault of the report and is not billed. */
const MAX_PLAUSIBLE_TOKENS = 1_000_000_000

/** Whether a figure may be a provider's count of tokens. */
export const isTokenCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_PLAUSIBLE_TOKENS

/**
 * A usage money may be counted from: whole, non-negative, the parts no larger than what contains them,
 * and not empty. Null if the provider reported no such usage.
 */
export const validUsage = (usage: TokenUsage | null): TokenUsage | null => {
  if (usage === null) return null
  const { promptTokens, cachedTokens: cached, cacheWriteTokens: written, completionTokens, reasoningTokens } = usage
  const { cacheWrite1hTokens: reported1h = 0, otherParts } = usage
  const reported = [promptTokens, cached, written, completionTokens, reasoningTokens, reported1h]
  if (!reported.every(isTokenCount) || totalTokens(usage) === 0) return null
  const cachedTokens = Math.min(cached, promptTokens)
  const cacheWriteTokens = Math.min(written, promptTokens - cachedTokens)
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens,
    ...(reported1h === 0 ? {} : { cacheWrite1hTokens: Math.min(reported1h, cacheWriteTokens) }),
    completionTokens,
    reasoningTokens: Math.min(reasoningTokens, completionTokens),
    ...(otherParts === undefined ? {} : { otherParts }),
  }
}

/** Names that mean the provider's ordinary price. A provider takes `auto` where a request names no tier. */
const ORDINARY_TIERS: ReadonlySet<string> = new Set(['default', 'auto'])

/** The rates of a service tier, or null when this tariff has no row for it. Null asks for the ordinary tier. */
export const ratesFor = (tariff: TokenTariff, tier: string | null): TokenRates | null =>
  tier === null || ORDINARY_TIERS.has(tier) ? tariff : (tariff.serviceTiers?.get(tier) ?? null)

/** Asks for whichever tier the provider's own settings name. */
const ANY_TIER = 'auto'

/**
 * All rates by which a call may be billed that asks for a tier: where that tier is full, the provider serves the
 * ordinary one, which may cost more.
 */
export const possibleRates = (tariff: TokenTariff, tier: string | null): readonly TokenRates[] => {
  if (tier === ANY_TIER) return [tariff, ...(tariff.serviceTiers?.values() ?? [])]
  const asked = ratesFor(tariff, tier) ?? tariff
  return asked === tariff ? [tariff] : [asked, tariff]
}

const without1h = <R extends Rates>(given: R): Omit<R, 'cacheWrite1hPerMillion'> => {
  if (given.cacheWrite1hPerMillion === undefined) return given
  const { cacheWrite1hPerMillion: _, ...rates } = given
  return rates
}

/** The rates of a call that keeps nothing in a cache for an hour. */
export const withoutLongCache = (rates: TokenRates): TokenRates =>
  rates.steps === undefined ? without1h(rates) : { ...without1h(rates), steps: rates.steps.map(without1h) }

const NO_STEPS: readonly PriceStep[] = []

const stepsOf = ({ steps }: TokenRates): readonly PriceStep[] =>
  steps?.toSorted((one, other) => one.promptTokensOver - other.promptTokensOver) ?? NO_STEPS

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
  const { inputPerMillion, cachedInputPerMillion, cacheWritePerMillion, cacheWrite1hPerMillion, outputPerMillion } =
    ratesAt(rates, usage.promptTokens)
  const cached = BigInt(usage.cachedTokens)
  const written = BigInt(usage.cacheWriteTokens)
  const written1h = BigInt(usage.cacheWrite1hTokens ?? 0)
  const plain = BigInt(usage.promptTokens) - cached - written
  return perMillion(
    plain * inputPerMillion +
      cached * cachedInputPerMillion +
      (written - written1h) * cacheWritePerMillion +
      written1h * (cacheWrite1hPerMillion ?? cacheWritePerMillion) +
      BigInt(usage.completionTokens) * (outputPerMillion ?? 0n),
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
      input: [
        rates.inputPerMillion,
        rates.cacheWritePerMillion,
        rates.cachedInputPerMillion,
        rates.cacheWrite1hPerMillion ?? 0n,
      ].reduce(maxMicro, input),
      output: maxMicro(output, rates.outputPerMillion ?? 0n),
    }),
    { input: 0n, output: 0n },
  )

/** The highest prices where the prompt is no longer than that. */
const highestPricesFor = (rates: TokenRates, promptTokens: number): HighestPrices =>
  highestPricesOf([rates, ...stepsOf(rates).filter(({ promptTokensOver }) => promptTokens > promptTokensOver)])

/**
 * What to hold for an estimate: every token at the highest price it can have where the prompt is no longer than that.
 */
export const holdPriceOf = (rates: TokenRates, promptTokens: number, completionTokens: number): bigint => {
  const { input, output } = highestPricesFor(rates, promptTokens)
  return perMillion(BigInt(promptTokens) * input + BigInt(completionTokens) * output)
}

/**
 * The most output tokens that `micro` pays for beside this prompt; below zero if it does not pay for the prompt. The
 * inverse of `holdPriceOf`: so many tokens never cost more than the sum.
 */
export const completionTokensFor = (rates: TokenRates, micro: bigint, promptTokens: number): number => {
  const { input, output } = highestPricesFor(rates, promptTokens)
  const left = micro * UNITS_OF_PRICE - BigInt(promptTokens) * input
  if (left < 0n) return -1
  return output === 0n ? Number.MAX_SAFE_INTEGER : Number(divideRoundingDown(left, output))
}

/**
 * The most prompt tokens whose hold, beside this output, a sum covers; below zero where it does not cover the output.
 */
export const promptTokensFor = (rates: TokenRates, micro: bigint, completionTokens: number): number => {
  const steps = stepsOf(rates)
  let most = -1
  for (let reached = 0; reached <= steps.length; reached += 1) {
    const { input, output } = highestPricesOf([rates, ...steps.slice(0, reached)])
    const left = micro * UNITS_OF_PRICE - BigInt(completionTokens) * output
    const covered = left < 0n ? -1 : Number(divideRoundingDown(left, input))
    const longest = steps[reached]?.promptTokensOver ?? Number.POSITIVE_INFINITY
    if (covered <= longest) return Math.max(most, covered)
    most = longest
  }
  return most
}
