import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'

/** Whether a model has reasoning that it does not show. Others refuse to seal theirs: they have none. */
export const hidesReasoning =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (modelId: string): boolean => {
    const model = findModel(catalog, modelId, null)
    return !isLeft(model) && model.right.kind === 'chat' && model.right.hiddenReasoning
  }
