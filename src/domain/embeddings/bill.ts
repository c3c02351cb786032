import { minMicro } from '../money/money.ts'
import { priceOf, validUsage, ZERO_USAGE } from '../pricing/token-price.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import type { EmbeddingPlan } from './plan.ts'

/** The bill of embedded texts. */
export interface EmbeddingBill {
  /** Micro-roubles, > 0 and at most the hold. */
  readonly priceMicro: bigint
  readonly usage: TokenUsage
  /** True when the tokens were counted here, because the provider had not counted them. */
  readonly estimated: boolean
}

const readTokens = (promptTokens: number): TokenUsage => ({ ...ZERO_USAGE, promptTokens })

/** Whether a provider's count of the read tokens is one that money may be counted from. */
export const isCounted = (reported: number | null): reported is number =>
  reported !== null && validUsage(readTokens(reported)) !== null

/**
 * By the tokens that were read. No count of a provider can exceed what was held, because the hold bounds them all: a
 * larger one is a fault of the report.
 */
export const billEmbeddings = (plan: EmbeddingPlan, tokens: number, estimated: boolean): EmbeddingBill => {
  const usage = readTokens(Math.max(1, tokens))
  return { priceMicro: minMicro(priceOf(plan.model.tariff, usage), plan.holdMicro), usage, estimated }
}
