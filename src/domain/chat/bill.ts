import { minMicro } from '../money/money.ts'
import { priceOf } from '../pricing/price.ts'
import { ratesFor } from '../pricing/tariff.ts'
import { soundUsage, type TokenUsage } from '../pricing/usage.ts'
import type { ChatCompletion } from './completion.ts'
import { hasOutput, isRefusal } from './delivered.ts'
import type { ChatPlan } from './plan.ts'
import { serviceTierOf } from './priced-fields.ts'
import { countImages } from './texts.ts'

/** `left`: the caller hung up and the answer is what it got. */
export type Ending = 'whole' | 'left'

/** What an answer costs, or that its tokens must be counted first because the vendor did not. */
export type Bill =
  | { readonly tag: 'charge'; readonly price: bigint; readonly usage: TokenUsage; readonly estimated: boolean }
  | { readonly tag: 'free'; readonly reason: 'refused' | 'nothing_delivered' }
  | { readonly tag: 'uncounted' }

/** The vendor's word on the tier it served wins, if that tier is priced here. */
const servedRates = (plan: ChatPlan, completion: ChatCompletion): ChatPlan['rates'] => {
  const served = serviceTierOf(completion.extras)
  return (served === null ? null : ratesFor(plan.model.tariff, served)) ?? plan.rates
}

/**
 * Decides what a call costs. A whole answer is charged by the vendor's usage, even an empty one (reasoning
 * that used up its limit is work done); a caller that left pays for what it got, never above the hold;
 * refusals and answers in which nothing came and nothing was counted are free.
 */
export const billAnswer = (plan: ChatPlan, completion: ChatCompletion, ending: Ending): Bill => {
  if (isRefusal(completion)) return { tag: 'free', reason: 'refused' }
  const delivered = hasOutput(completion)
  const usage = soundUsage(completion.usage)
  if (!delivered && (usage === null || ending === 'left')) return { tag: 'free', reason: 'nothing_delivered' }
  if (usage === null) return { tag: 'uncounted' }
  const price = priceOf(servedRates(plan, completion), usage)
  return { tag: 'charge', usage, estimated: false, price: ending === 'left' ? minMicro(price, plan.holdMicro) : price }
}

/** The bill of an answer whose vendor counted nothing, from our own count of its texts. Never above the hold. */
export const billEstimate = (plan: ChatPlan, promptTokens: number, completionTokens: number): Bill => {
  const images = countImages(plan.request.messages) * plan.model.limits.imageInputTokens
  const usage: TokenUsage = {
    promptTokens: promptTokens + images,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    completionTokens,
    reasoningTokens: 0,
  }
  return { tag: 'charge', usage, estimated: true, price: minMicro(priceOf(plan.rates, usage), plan.holdMicro) }
}
