import { priceOf, validUsage, ZERO_USAGE } from '../pricing/token-price.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import type { EmbeddingPlan } from './plan.ts'

/** The bill of embedded texts. */
export interface EmbeddingBill {
  /** Micro-roubles, > 0 and at most the hold. */
  readonly priceMicro: bigint
  readonly usage: TokenUsage
  /** True when the tokens are no count of the provider's, because it gave none or one that cannot be true. */
  readonly estimated: boolean
}

const readTokens = (promptTokens: number): TokenUsage => ({ ...ZERO_USAGE, promptTokens })

/** Whether a provider's count of the read tokens is one that money may be counted from. */
export const isCounted = (reported: number | null): reported is number =>
  reported !== null && validUsage(readTokens(reported)) !== null

/**
 * By the tokens that were read. No count of a provider can exceed the bound that was held for: a larger one is a fault
 * of the report, and as many tokens as the bound are shown and charged.
 */
export const billEmbeddings = (plan: EmbeddingPlan, tokens: number, estimated: boolean): EmbeddingBill => {
  const usage = readTokens(Math.max(1, Math.min(tokens, plan.tokenBound)))
  return { priceMicro: priceOf(plan.model.tariff, usage), usage, estimated: estimated || tokens > plan.tokenBound }
}
