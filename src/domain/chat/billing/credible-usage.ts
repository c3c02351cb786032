import { isCrediblePrice } from '../../pricing/bill-by-count.ts'
import { validUsage } from '../../pricing/token-price.ts'
import type { TokenUsage } from '../../pricing/token-price.ts'
import { utf8Length } from '../../utf8-length.ts'
import type { ChatCompletion } from '../completion.ts'
import { holdFor } from '../plan.ts'
import type { ChatPlan } from '../plan.ts'
import { outputTexts } from '../tokens/estimate.ts'
import { choicesAsked } from '../request.ts'

/**
 * The provider's usage as far as it may be true of the call; null if it cannot be, as if none had come. Neither a
 * prompt nor a choice is longer than the context of the model. Where that is not known, no count of a prompt is above
 * what bounds them all (contract 10.1), and an answer may have any length.
 */
export const credibleUsage = (
  { model, request, promptTokens, outputTokens }: ChatPlan,
  reported: TokenUsage | null,
): TokenUsage | null => {
  const usage = validUsage(reported)
  if (usage === null) return null
  const { contextTokens } = model.limits
  if (contextTokens === null) return usage.promptTokens > promptTokens ? null : usage
  const mostOutput = Math.max(outputTokens, choicesAsked(request) * contextTokens)
  return usage.promptTokens > contextTokens || usage.completionTokens > mostOutput ? null : usage
}

/** The most tokens of output that such an answer may have: a token of what came stands for at least one byte. */
const mostOutputOf = ({ model, request, outputTokens }: ChatPlan, { choices }: ChatCompletion): number => {
  const unseen = model.hiddenReasoning ? choicesAsked(request) * model.limits.maxOutputTokens : 0
  let bytes = 0
  for (const text of outputTexts(choices)) bytes += utf8Length(text)
  return Math.max(outputTokens, unseen + bytes)
}

/**
 * Whether the price of a provider's count may be true of an answer. A provider that goes beyond the limit of the answer
 * is believed as far as the answer shows it, and where its model thinks unseen, as far as that model ever may.
 */
export const isCredibleBill = (plan: ChatPlan, completion: ChatCompletion, priceMicro: bigint): boolean =>
  isCrediblePrice(priceMicro, plan.holdMicro) ||
  isCrediblePrice(priceMicro, holdFor(plan.possibleRates, plan.promptTokens, mostOutputOf(plan, completion)))
