import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'

/**
 * Whether the catalogue lets a model be asked for a field of a chat request. A model that there is not takes every one.
 */
export const takesField =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (modelId: string, field: string): boolean => {
    const model = findModel(catalog, modelId, null)
    return isLeft(model) || !model.right.unsupportedParameters.has(field)
  }
