import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import { countableTexts, countedPromptTokens, estimatePromptTokens } from '../../../domain/chat/tokens/estimate.ts'
import { planChat } from '../../../domain/chat/plan.ts'
import type { ChatPlanFailure } from '../../../domain/chat/plan.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { sharedLimiter } from '../../load/shared-limiter.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'

/**
 * Long prompts that are counted at once, and how many more of one account wait. The rest get an estimate: to count
 * costs up to half a second of the process, and the caller nothing.
 */
const LONG_COUNTS = { ofAll: { maxConcurrent: 8, maxQueued: 0 }, ofCaller: { maxConcurrent: 1, maxQueued: 4 } }

interface CountInputTokensDeps {
  readonly catalog: ModelCatalog
  readonly tokens: TokenCounter
}

export type CountFailure = ModelNotFound | ChatPlanFailure

/**
 * About how many tokens the prompt of a request is: instructions, messages, tools and images. No provider is asked, and
 * no money is held; what a call would be refused for, this is refused for as well.
 */
export const countInputTokens = ({ catalog, tokens }: CountInputTokensDeps) => {
  const amongLong = sharedLimiter(LONG_COUNTS)
  return async (
    { allowedModels, walletId: caller }: Pick<GatewayPrincipal, 'allowedModels' | 'walletId'>,
    asked: ChatRequest,
  ): Promise<Either<CountFailure, number>> => {
    const model = findModel(catalog, asked.model, allowedModels)
    if (isLeft(model)) return model
    const plan = planChat(model.right, asked)
    if (isLeft(plan)) return plan
    const { request, model: chatModel } = plan.right
    const countable = countableTexts(request)
    if (countable === null) return right(estimatePromptTokens(request, chatModel))
    const count = (): Promise<number> => tokens.count(countable.texts, { caller })
    const counted = countable.isShort ? right(await count()) : await amongLong(caller, count)
    return right(
      isLeft(counted)
        ? estimatePromptTokens(request, chatModel)
        : countedPromptTokens(request, chatModel, counted.right),
    )
  }
}
