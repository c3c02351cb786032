import { minMicro } from '../../money/money.ts'
import { priceOf } from '../../pricing/price.ts'
import type { TokenUsage } from '../../pricing/usage.ts'
import type { ChatCompletion } from '../completion.ts'
import type { ChatPlan } from '../plan.ts'
import { type Charge, countedUsage, servedRates } from './bill.ts'

/** What the vendor did for a caller that left before the end (contract 9). */
export interface Departure {
  /** The vendor's latest count; null where it gave none. */
  readonly usage: TokenUsage | null
  /** Whether that count includes all output that the caller was given. */
  readonly isUsageCurrent: boolean
  readonly hasOutput: boolean
  readonly extras: ChatCompletion['extras']
}

/** Our own count of texts. */
export interface OwnCount {
  readonly promptTokens: number
  readonly outputTokens: number
}

/** Whether the prompt must be counted here: the vendor had not said how long it is. */
export const needsPromptCount = ({ usage }: Departure): boolean => usage === null || usage.promptTokens === 0

/** Whether the output must be counted here: a vendor's count from before the last words is too small. */
export const needsOutputCount = ({ usage, isUsageCurrent, hasOutput }: Departure): boolean =>
  hasOutput && (usage === null || !isUsageCurrent)

const usageOf = (plan: ChatPlan, departure: Departure, counted: OwnCount): TokenUsage => {
  const { usage, hasOutput } = departure
  const ours = countedUsage(plan, counted.promptTokens, counted.outputTokens)
  if (usage === null) return ours
  const prompt = needsPromptCount(departure) ? ours : usage
  const { promptTokens, cachedTokens, cacheWriteTokens } = prompt
  const output = hasOutput
    ? {
        completionTokens: Math.max(usage.completionTokens, counted.outputTokens),
        reasoningTokens: usage.reasoningTokens,
      }
    : { completionTokens: 0, reasoningTokens: 0 }
  return { promptTokens, cachedTokens, cacheWriteTokens, ...output }
}

const chargeFor = (plan: ChatPlan, departure: Departure, usage: TokenUsage): Charge => ({
  tag: 'charge',
  usage,
  estimated: needsPromptCount(departure) || needsOutputCount(departure),
  price: minMicro(priceOf(servedRates(plan, departure.extras), usage), plan.holdMicro),
})

/** The prompt and the output delivered so far, never above the hold. Counts that are not needed may be 0. */
export const billDeparture = (plan: ChatPlan, departure: Departure, counted: OwnCount): Charge =>
  chargeFor(plan, departure, usageOf(plan, departure, counted))

/**
 * The bill of a caller that left a vendor which bills output that it does not show, where the deadline ended the
 * answer before the vendor could count: the prompt and all output that was held for, never above the hold.
 */
export const billDeadline = (plan: ChatPlan, departure: Departure, counted: OwnCount): Charge => {
  const usage = usageOf(plan, departure, counted)
  const completionTokens = Math.max(usage.completionTokens, plan.outputTokens)
  return { ...chargeFor(plan, departure, { ...usage, completionTokens }), estimated: true }
}
