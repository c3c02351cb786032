import { credibleUsage } from '../../../../domain/chat/billing/credible-usage.ts'
import {
  billDeadline,
  billDisconnect,
  needsOutputCount,
  needsPromptCount,
} from '../../../../domain/chat/billing/disconnect.ts'
import type { DisconnectedCall, LocalTokenCount } from '../../../../domain/chat/billing/disconnect.ts'
import { hasOutput, isRefusal } from '../../../../domain/chat/answers/output.ts'
import { outputTexts, promptTexts } from '../../../../domain/chat/tokens/estimate.ts'
import type { ChatCompletion } from '../../../../domain/chat/completion.ts'
import type { TokenCounter } from '../../../ports/providers/token-counter.ts'
import type { ChatStreamState } from '../chat-stream-state.ts'
import { chatReceipt } from '../../../../domain/chat/billing/bill.ts'
import type { ChargeDecision } from '../decide-charge.ts'
import type { Verdict } from '../../metering/paid-operation.ts'

const countTexts = async (
  tokens: TokenCounter,
  { plan, delivered }: ChatStreamState,
  disconnected: DisconnectedCall,
): Promise<LocalTokenCount> => ({
  promptTokens: needsPromptCount(disconnected) ? await tokens.count(promptTexts(plan.request)) : 0,
  outputTokens: needsOutputCount(disconnected) ? await tokens.count(outputTexts(delivered.completion().choices)) : 0,
})

const disconnectedCall = (state: ChatStreamState, completion: ChatCompletion): DisconnectedCall => ({
  usage: credibleUsage(state.plan, state.usage),
  isUsageCurrent: state.isUsageCurrent,
  hasOutput: hasOutput(completion),
  extras: completion.extras,
})

/**
 * What a caller owes for what it was given of an answer that did not come to its end. `delivered`: the answer was cut
 * there by its leaving. `deadline`: the provider went on unseen until the deadline of the call.
 */
export const decideDisconnectCharge = async (
  tokens: TokenCounter,
  state: ChatStreamState,
  end: 'delivered' | 'deadline',
): Promise<Verdict> => {
  const { plan, attempts } = state
  const completion = state.delivered.completion()
  if (isRefusal(completion)) {
    const receipt = chatReceipt(plan, { outcome: 'refused', usage: null, estimated: false, attempts })
    return { tag: 'release', reason: 'refused', receipt }
  }
  const disconnected = disconnectedCall(state, completion)
  const bill = end === 'deadline' ? billDeadline : billDisconnect
  const { price, usage, estimated } = bill(plan, disconnected, await countTexts(tokens, state, disconnected))
  const receipt = chatReceipt(plan, { outcome: 'client_left', usage, estimated, attempts })
  return { tag: 'charge', price, receipt }
}

/**
 * What an answer costs that the gateway cut at its limit or at a bound of its own: what was delivered of it, never more
 * than the hold.
 */
export const decideCutCharge = async (tokens: TokenCounter, state: ChatStreamState): Promise<ChargeDecision> => {
  const { plan, attempts } = state
  const cut = disconnectedCall(state, state.delivered.completion())
  const { price, usage, estimated } = billDisconnect(plan, cut, await countTexts(tokens, state, cut))
  const receipt = chatReceipt(plan, { outcome: 'succeeded', usage, estimated, attempts })
  return { usage, priceMicro: price, verdict: { tag: 'charge', price, receipt } }
}
