import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../domain/catalog/catalog.ts'
import { findModel, type ModelNotFound } from '../../domain/catalog/find-model.ts'
import { type ChatPlan, planChat, type PlanFailure } from '../../domain/chat/plan.ts'
import type { ChatRequest } from '../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { GatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { Ids } from '../ports/ids.ts'
import type { AskChatDeps } from './ask-chat.ts'
import type { CallTerms, HoldFailure, MeteredCallDeps } from './metered-call.ts'

export interface ChatDeps extends MeteredCallDeps, AskChatDeps {
  readonly catalog: ModelCatalog
  readonly ids: Ids
}

export interface ChatInput {
  readonly principal: Pick<GatewayPrincipal, 'walletId' | 'budgetId' | 'allowedModels'>
  readonly request: ChatRequest
  /** Given where the call already has a name (an idempotency record); made here otherwise. */
  readonly operationId?: string | undefined
}

export type ChatFailure = ModelNotFound | PlanFailure | HoldFailure | GatewayFailure

export interface PreparedChat {
  readonly plan: ChatPlan
  readonly terms: CallTerms
}

/** Everything about a chat call that is decided before money is held. */
export const prepareChat = (
  deps: Pick<ChatDeps, 'catalog' | 'ids'>,
  { principal, request, operationId }: ChatInput,
): Either<ModelNotFound | PlanFailure, PreparedChat> => {
  const model = findModel(deps.catalog, request.model, principal.allowedModels)
  if (isLeft(model)) return model
  const plan = planChat(model.right, request)
  if (isLeft(plan)) return plan
  const terms: CallTerms = {
    operationId: operationId ?? deps.ids.next(),
    walletId: principal.walletId,
    budgetId: principal.budgetId,
    kind: 'chat',
    holdMicro: plan.right.holdMicro,
    description: `Chat with ${model.right.id}`,
    tariffVersion: model.right.tariffVersion,
  }
  return right({ plan: plan.right, terms })
}
