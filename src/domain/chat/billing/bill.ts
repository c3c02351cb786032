import { minMicro } from '../../money/money.ts'
import { billByCount } from '../../pricing/bill-by-count.ts'
import type { PricedUsage } from '../../pricing/bill-by-count.ts'
import type { TokenRates } from '../../pricing/tariff.ts'
import { possibleRates, priceOf, ratesFor } from '../../pricing/token-price.ts'
import type { TokenUsage } from '../../pricing/token-price.ts'
import type { ChatCompletion } from '../completion.ts'
import { hasOutput, isRefusal } from '../answers/output.ts'
import type { ChatPlan } from '../plan.ts'
import { serviceTierOf } from '../checks/priced-fields.ts'
import { estimateMediaTokens } from '../tokens/media-tokens.ts'
import { credibleUsage, isCredibleBill } from './credible-usage.ts'
import { receiptFacts, usageJson } from '../../ledger/receipt-facts.ts'
import type { ReceiptFacts } from '../../ledger/receipt-facts.ts'

/** `read_out`: the client disconnected, and the gateway still read the answer to its end. */
export type Ending = 'whole' | 'read_out'

/**
 * The price of an answer, or the finding that its tokens must be counted first, because no count of the provider can be
 * billed.
 */
export type Bill =
  | { readonly tag: 'charge'; readonly price: bigint; readonly usage: TokenUsage; readonly estimated: boolean }
  | { readonly tag: 'free'; readonly reason: 'refused' | 'nothing_delivered' }
  | Uncounted

/** `counted`: what the provider did count, where its price cannot be true. */
interface Uncounted {
  readonly tag: 'uncounted'
  readonly counted: PricedUsage<TokenUsage> | null
}

export type Charge = Extract<Bill, { readonly tag: 'charge' }>

/**
 * The rates of the tier that the provider reports, if the tariff has a row for it and the request may be served in it:
 * a client that asked for no tier, or for another one, is not charged for what the operator's own settings chose.
 */
export const servedRates = ({ model, request, rates }: ChatPlan, extras: ChatCompletion['extras']): TokenRates => {
  const tier = serviceTierOf(extras)
  const served = tier === null ? null : ratesFor(model.tariff, tier)
  return served !== null && possibleRates(model.tariff, serviceTierOf(request)).includes(served) ? served : rates
}

/**
 * Decides the price of a whole answer by the provider's usage, also where the answer is empty: reasoning that used up
 * its limit is work too. A client that disconnected never pays more than the hold, nor does one whose answer was
 * shortened to it. A refusal is free, and so is an answer without output and without usage. A usage that cannot be true
 * is none, and neither is one that counts nothing of the output that came, or one whose price cannot be true.
 */
export const billAnswer = (plan: ChatPlan, completion: ChatCompletion, ending: Ending): Bill => {
  if (isRefusal(completion)) return { tag: 'free', reason: 'refused' }
  const usage = credibleUsage(plan, completion.usage)
  const isDelivered = hasOutput(completion)
  const unpaid = (counted: Uncounted['counted']): Bill =>
    isDelivered ? { tag: 'uncounted', counted } : { tag: 'free', reason: 'nothing_delivered' }
  if (usage === null) return unpaid(null)
  if (usage.completionTokens === 0 && isDelivered) return unpaid(null)
  const priceMicro = priceOf(servedRates(plan, completion.extras), usage)
  if (!isCredibleBill(plan, completion, priceMicro)) return unpaid({ usage, priceMicro })
  const isWhole = ending === 'whole' && !plan.isShortened
  return { tag: 'charge', usage, estimated: false, price: isWhole ? priceMicro : minMicro(priceMicro, plan.holdMicro) }
}

/** The prompt's tokens by our own count of its texts; images by the figure of the model, files by their size. */
export const countedUsage = (plan: ChatPlan, promptTokens: number, completionTokens: number): TokenUsage => ({
  promptTokens: promptTokens + estimateMediaTokens(plan.request.messages, plan.model),
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens,
  reasoningTokens: 0,
})

/**
 * The bill of an answer for which the provider reported no usage that can be billed, from our own count of its texts;
 * where the provider counted far too much, what was held. Never above the hold.
 */
export const billEstimate = (
  plan: ChatPlan,
  counted: Uncounted['counted'],
  promptTokens: number,
  completionTokens: number,
): Charge => {
  const usage = countedUsage(plan, promptTokens, completionTokens)
  const estimate = { usage, priceMicro: priceOf(plan.rates, usage) }
  const bill = billByCount(counted, estimate, { all: plan.holdMicro, whatCame: plan.holdMicro })
  return { tag: 'charge', usage: bill.usage, estimated: bill.estimated, price: bill.priceMicro }
}

type EndedChat = Pick<ReceiptFacts, 'outcome' | 'estimated' | 'attempts'> & { readonly usage: TokenUsage | null }

/** The receipt of a chat call. */
export const chatReceipt = ({ model, surface }: ChatPlan, ended: EndedChat): ReceiptFacts =>
  receiptFacts({ ...ended, model, surface, usage: ended.usage === null ? null : usageJson(ended.usage) })
