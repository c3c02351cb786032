import { minMicro } from '../../money/money.ts'
import { priceOf } from '../../pricing/token-price.ts'
import type { TokenUsage } from '../../pricing/token-price.ts'
import type { ChatCompletion } from '../completion.ts'
import type { ChatPlan } from '../plan.ts'
import { countedUsage, servedRates } from './bill.ts'
import type { Charge } from './bill.ts'

/** What the provider did for a client that disconnected before the end (contract 9). */
export interface DisconnectedCall {
  /** The provider's latest count; null if it sent none that may be true. */
  readonly usage: TokenUsage | null
  /** Whether that count includes all output that the client received. */
  readonly isUsageCurrent: boolean
  readonly hasOutput: boolean
  readonly extras: ChatCompletion['extras']
}

/** Our own count of texts. */
export interface LocalTokenCount {
  readonly promptTokens: number
  readonly outputTokens: number
}

/** Whether the prompt must be counted here, because the provider has not reported its length. */
export const needsPromptCount = ({ usage }: DisconnectedCall): boolean => usage === null || usage.promptTokens === 0

/**
 * Whether the output must be counted here: a count that the provider sent before the last output is too small, and so
 * is one of nothing.
 */
export const needsOutputCount = ({ usage, isUsageCurrent, hasOutput }: DisconnectedCall): boolean =>
  hasOutput && (usage === null || !isUsageCurrent || usage.completionTokens === 0)

const usageOf = (plan: ChatPlan, call: DisconnectedCall, counted: LocalTokenCount): TokenUsage => {
  const { usage, hasOutput } = call
  const ours = countedUsage(plan, counted.promptTokens, counted.outputTokens)
  if (usage === null) return ours
  const prompt = needsPromptCount(call) ? ours : usage
  const { promptTokens, cachedTokens, cacheWriteTokens, cacheWrite1hTokens } = prompt
  const output = hasOutput
    ? {
        completionTokens: Math.max(usage.completionTokens, counted.outputTokens),
        reasoningTokens: usage.reasoningTokens,
      }
    : { completionTokens: 0, reasoningTokens: 0 }
  const long = cacheWrite1hTokens === undefined ? {} : { cacheWrite1hTokens }
  return { promptTokens, cachedTokens, cacheWriteTokens, ...long, ...output }
}

const chargeFor = (plan: ChatPlan, call: DisconnectedCall, usage: TokenUsage): Charge => ({
  tag: 'charge',
  usage,
  estimated: needsPromptCount(call) || needsOutputCount(call),
  price: minMicro(priceOf(servedRates(plan, call.extras), usage), plan.holdMicro),
})

/**
 * The price of the prompt and of the output delivered so far, never above the hold. Counts that are not needed may be
 * 0.
 */
export const billDisconnect = (plan: ChatPlan, call: DisconnectedCall, counted: LocalTokenCount): Charge =>
  chargeFor(plan, call, usageOf(plan, call, counted))

/**
 * The bill after the client disconnected and the deadline then ended the answer, at a provider that bills output which
 * it does not show: the prompt and all output that was held for, never above the hold.
 */
export const billDeadline = (plan: ChatPlan, call: DisconnectedCall, counted: LocalTokenCount): Charge => {
  const usage = usageOf(plan, call, counted)
  const completionTokens = Math.max(usage.completionTokens, plan.outputTokens)
  return { ...chargeFor(plan, call, { ...usage, completionTokens }), estimated: true }
}
