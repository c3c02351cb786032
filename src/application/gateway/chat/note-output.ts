import type { Deployment } from '../../../domain/catalog/model.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { KeptLimits } from '../routing/kept-limits.ts'

interface AnsweredCall {
  readonly plan: ChatPlan
  readonly operationId: string
  /** The one that answered; null if none was asked. */
  readonly deployment: Deployment | null
}

/** Notes how much a deployment has answered, where the catalogue says that it keeps its limits. */
export const noteOutput = (
  limits: KeptLimits,
  { plan, operationId, deployment }: AnsweredCall,
  { completionTokens: outputTokens }: Pick<TokenUsage, 'completionTokens'>,
): void => {
  if (deployment === null || !plan.model.keepsOutputLimit) return
  limits.note(deployment, { operationId, allowedTokens: plan.outputTokens, outputTokens })
}
