import { validUsage } from '../../pricing/token-price.ts'
import type { TokenUsage } from '../../pricing/token-price.ts'
import type { ChatPlan } from '../plan.ts'

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
  const mostOutput = Math.max(outputTokens, (request.n ?? 1) * contextTokens)
  return usage.promptTokens > contextTokens || usage.completionTokens > mostOutput ? null : usage
}
