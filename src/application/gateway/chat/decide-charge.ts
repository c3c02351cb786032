import { billAnswer, billEstimate, chatReceipt } from '../../../domain/chat/billing/bill.ts'
import type { Bill, Ending } from '../../../domain/chat/billing/bill.ts'
import { credibleUsage } from '../../../domain/chat/billing/credible-usage.ts'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { outputTexts, promptTexts } from '../../../domain/chat/tokens/estimate.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import { ZERO_USAGE } from '../../../domain/pricing/token-price.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import type { Verdict } from '../metering/paid-operation.ts'

/** The price of an answer: the figures for the client, and the command for the ledger. */
export interface ChargeDecision {
  readonly usage: TokenUsage
  readonly priceMicro: bigint
  readonly verdict: Verdict
}

const countedBill = async (
  tokens: TokenCounter,
  plan: ChatPlan,
  completion: ChatCompletion,
  { counted }: Extract<Bill, { readonly tag: 'uncounted' }>,
): Promise<Bill> => {
  const promptTokens = await tokens.count(promptTexts(plan.request))
  return billEstimate(plan, counted, promptTokens, await tokens.count(outputTexts(completion.choices)))
}

/** Decides the price of a whole answer. The result is no promise if the provider reported the tokens. */
export const decideCharge = (
  tokens: TokenCounter,
  plan: ChatPlan,
  completion: ChatCompletion,
  ending: Ending,
  attempts: readonly Attempt[],
): NowOrLater<ChargeDecision> => {
  const judge = (bill: Bill): ChargeDecision => {
    if (bill.tag !== 'charge') {
      const reason = bill.tag === 'free' ? bill.reason : 'nothing_delivered'
      const usage = credibleUsage(plan, completion.usage) ?? ZERO_USAGE
      const receipt = chatReceipt(plan, { outcome: reason, usage, estimated: false, attempts })
      return { usage, priceMicro: 0n, verdict: { tag: 'release', reason, receipt } }
    }
    const { price, usage, estimated } = bill
    const outcome = ending === 'read_out' ? 'client_left' : 'succeeded'
    const receipt = chatReceipt(plan, { outcome, usage, estimated, attempts })
    return { usage, priceMicro: price, verdict: { tag: 'charge', price, receipt } }
  }
  const known = billAnswer(plan, completion, ending)
  return known.tag === 'uncounted' ? countedBill(tokens, plan, completion, known).then(judge) : judge(known)
}
