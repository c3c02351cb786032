import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import { conversationKey } from '../../../domain/chat/conversation-key.ts'
import { planChat, holdForCountedPrompt, maxAffordableCount } from '../../../domain/chat/plan.ts'
import type { ChatPlan, PlanFailure } from '../../../domain/chat/plan.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { ExecuteChatDeps } from './execute-chat.ts'
import type { HoldFailure, HoldDeps, PaidTerms } from '../metering/paid-operation.ts'
import { readableTexts } from '../../../domain/chat/billing/prompt-bound.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import type { SmallerHold } from '../metering/metered-call.ts'

export interface ChatDeps extends HoldDeps, ExecuteChatDeps {
  readonly catalog: ModelCatalog
  readonly ids: IdGenerator
}

export interface ChatInput {
  readonly principal: Pick<GatewayPrincipal, 'walletId' | 'budgetId' | 'allowedModels'>
  readonly request: ChatRequest
  /** The request in the words of its surface, for deployments that are asked in them. */
  readonly native?: NativeRequest | undefined
  /** The client's own name for the conversation that the call belongs to, where it has one. */
  readonly session?: string | null | undefined
  /** Given where the call already has a name (an idempotency record); made here otherwise. */
  readonly operationId?: string | undefined
}

export type ChatFailure = ModelNotFound | PlanFailure | HoldFailure | CallFailure

interface PreparedChat {
  readonly plan: ChatPlan
  readonly terms: PaidTerms
}

/** Everything about a chat call that is decided before money is held. */
export const prepareChat = (
  deps: Pick<ChatDeps, 'catalog' | 'ids'>,
  { principal, request, native, session = null, operationId }: ChatInput,
): Either<ModelNotFound | PlanFailure, PreparedChat> => {
  const model = findModel(deps.catalog, request.model, principal.allowedModels)
  if (isLeft(model)) return model
  const plan = planChat(model.right, request, native)
  if (isLeft(plan)) return plan
  const terms: PaidTerms = {
    operationId: operationId ?? deps.ids.next(),
    walletId: principal.walletId,
    budgetId: principal.budgetId,
    kind: 'chat',
    holdMicro: plan.right.holdMicro,
    description: `Chat with ${model.right.id}`,
    tariffVersion: model.right.tariffVersion,
  }
  const hasChoice = plan.right.model.deployments.length > 1
  const key = hasChoice ? conversationKey(principal.walletId, request, session) : undefined
  return right({ plan: { ...plan.right, conversationKey: key }, terms })
}

/**
 * The smaller hold of a chat call: by a count of its prompt instead of its bytes. Counting stops at what is
 * available, so that a refusal costs no more work than the money at hand could pay for.
 */
export const countPrompt =
  (tokens: TokenCounter, plan: ChatPlan): SmallerHold =>
  async (availableMicro) => {
    const most = maxAffordableCount(plan, availableMicro)
    if (most === null) return null
    const counted = await tokens.count(readableTexts(plan.request), most)
    const holdMicro = holdForCountedPrompt(plan, counted)
    return counted <= most && holdMicro < plan.holdMicro ? holdMicro : null
  }
