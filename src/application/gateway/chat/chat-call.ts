import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import { conversationKey } from '../../../domain/chat/conversation-key.ts'
import { planChat } from '../../../domain/chat/plan.ts'
import type { ChatPlan, ChatPlanFailure } from '../../../domain/chat/plan.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { ChatSurface } from '../../../domain/ledger/receipt-facts.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { ExecuteChatDeps } from './execute-chat.ts'
import { tokenTerms } from '../metering/paid-operation.ts'
import type { PaidTerms, TokenPayer } from '../metering/paid-operation.ts'
import type { MeteredDeps, MeteredFailure } from '../metering/metered-call.ts'

export interface ChatDeps extends MeteredDeps, ExecuteChatDeps {
  readonly catalog: ModelCatalog
  readonly ids: IdGenerator
}

export interface ChatInput extends TokenPayer {
  readonly principal: TokenPayer['principal'] & Pick<GatewayPrincipal, 'allowedModels'>
  readonly request: ChatRequest
  readonly surface: ChatSurface
  /** The request in the words of its surface, for deployments that are asked in them. */
  readonly native?: NativeRequest | undefined
  /** The client's own name for the conversation that the call belongs to, where it has one. */
  readonly session?: string | null | undefined
  /** Whether the caller wants the whole length or a refusal, where the money does not last for it. */
  readonly isNeverShortened?: boolean | undefined
  /** Where the answer goes while it is in memory, and files that are fetched for it; absent, they are not counted. */
  readonly memory?: HeldMemory | undefined
}

export type ChatFailure = ModelNotFound | ChatPlanFailure | MeteredFailure | CallFailure

interface PreparedChat {
  readonly plan: ChatPlan
  readonly terms: PaidTerms
}

/** Everything about a chat call that is decided before money is held. */
export const prepareChat = (
  deps: Pick<ChatDeps, 'catalog' | 'ids'>,
  input: ChatInput,
): Either<ModelNotFound | ChatPlanFailure, PreparedChat> => {
  const { principal, request, surface, native, session = null } = input
  const model = findModel(deps.catalog, request.model, principal.allowedModels)
  if (isLeft(model)) return model
  const plan = planChat(model.right, request, native)
  if (isLeft(plan)) return plan
  const description = `Chat with ${model.right.id}`
  const terms = tokenTerms(deps.ids, input, { ...plan.right, description })
  const hasChoice = plan.right.model.deployments.length > 1
  const key = hasChoice ? conversationKey(principal.walletId, request, session) : undefined
  return right({ plan: { ...plan.right, surface, conversationKey: key }, terms })
}
