import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import { estimatePromptTokens } from '../../../domain/chat/tokens/estimate.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'

/**
 * About how many tokens the prompt of a request is, for answers that tell it first; 0 where no chat model has its id.
 */
export const estimatePrompt =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (request: ChatRequest): number => {
    const model = findModel(catalog, request.model, null)
    return isLeft(model) || model.right.kind !== 'chat' ? 0 : estimatePromptTokens(request, model.right)
  }
