import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import { countableTexts, countedPromptTokens, estimatePromptTokens } from '../../../domain/chat/tokens/estimate.ts'
import { planChat } from '../../../domain/chat/plan.ts'
import type { PlanFailure } from '../../../domain/chat/plan.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'

interface CountInputTokensDeps {
  readonly catalog: ModelCatalog
  readonly tokens: TokenCounter
}

export type CountFailure = ModelNotFound | PlanFailure

/**
 * About how many tokens the prompt of a request is: instructions, messages, tools and images. No provider is asked, and
 * no money is held; what a call would be refused for, this is refused for as well.
 */
export const countInputTokens =
  ({ catalog, tokens }: CountInputTokensDeps) =>
  async (
    { allowedModels }: Pick<GatewayPrincipal, 'allowedModels'>,
    asked: ChatRequest,
  ): Promise<Either<CountFailure, number>> => {
    const model = findModel(catalog, asked.model, allowedModels)
    if (isLeft(model)) return model
    const plan = planChat(model.right, asked)
    if (isLeft(plan)) return plan
    const { request, model: chatModel } = plan.right
    const texts = countableTexts(request)
    if (texts === null) return right(estimatePromptTokens(request, chatModel))
    return right(countedPromptTokens(request, chatModel, await tokens.count(texts)))
  }
