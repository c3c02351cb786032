import { minMicro } from '../../money/money.ts'
import { priceOf } from '../../pricing/price.ts'
import { ratesFor } from '../../pricing/tariff.ts'
import { soundUsage, type TokenUsage } from '../../pricing/usage.ts'
import type { ChatCompletion } from '../completion.ts'
import { hasOutput, isRefusal } from '../delivered.ts'
import type { ChatPlan } from '../plan.ts'
import { serviceTierOf } from '../priced-fields.ts'
import { countImages } from '../texts.ts'

/** `read_out`: the caller left, and the answer was read to its end all the same. */
export type Ending = 'whole' | 'read_out'

/** What an answer costs, or that its tokens must be counted first because the vendor did not. */
export type Bill =
  | { readonly tag: 'charge'; readonly price: bigint; readonly usage: TokenUsage; readonly estimated: boolean }
  | { readonly tag: 'free'; readonly reason: 'refused' | 'nothing_delivered' }
  | { readonly tag: 'uncounted' }

export type Charge = Extract<Bill, { readonly tag: 'charge' }>

/** The vendor's word on the tier it served wins, if that tier is priced here. */
export const servedRates = (plan: ChatPlan, extras: ChatCompletion['extras']): ChatPlan['rates'] => {
  const served = serviceTierOf(extras)
  return (served === null ? null : ratesFor(plan.model.tariff, served)) ?? plan.rates
}

/**
 * Decides what a whole answer costs: by the vendor's usage, also where it is empty (reasoning that used up its limit
 * is work done). A caller that left never pays more than the hold. Refusals, and answers in which nothing came and
 * nothing was counted, are free.
 */
export const billAnswer = (plan: ChatPlan, completion: ChatCompletion, ending: Ending): Bill => {
  if (isRefusal(completion)) return { tag: 'free', reason: 'refused' }
  const usage = soundUsage(completion.usage)
  if (usage === null) return hasOutput(completion) ? { tag: 'uncounted' } : { tag: 'free', reason: 'nothing_delivered' }
  const price = priceOf(servedRates(plan, completion.extras), usage)
  return { tag: 'charge', usage, estimated: false, price: ending === 'whole' ? price : minMicro(price, plan.holdMicro) }
}

/** Tokens of the prompt by our own count of its texts; images by the model's figure. */
export const countedUsage = (plan: ChatPlan, promptTokens: number, completionTokens: number): TokenUsage => ({
  promptTokens: promptTokens + countImages(plan.request.messages) * plan.model.limits.imageInputTokens,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens,
  reasoningTokens: 0,
})

/** The bill of an answer whose vendor counted nothing, from our own count of its texts. Never above the hold. */
export const billEstimate = (plan: ChatPlan, promptTokens: number, completionTokens: number): Charge => {
  const usage = countedUsage(plan, promptTokens, completionTokens)
  return { tag: 'charge', usage, estimated: true, price: minMicro(priceOf(plan.rates, usage), plan.holdMicro) }
}
