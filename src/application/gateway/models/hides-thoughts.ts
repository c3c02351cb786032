import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'

/** Whether a model thinks in words that it does not show. Others refuse to seal their thoughts: they have none. */
export const hidesThoughts =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (modelId: string): boolean => {
    const model = findModel(catalog, modelId, null)
    return !isLeft(model) && model.right.kind === 'chat' && model.right.hiddenReasoning === true
  }
