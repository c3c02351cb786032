import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from './catalog.ts'
import type { Model } from './model.ts'

export interface ModelNotFound {
  readonly tag: 'model_not_found'
  /** The id that was asked for. */
  readonly model: string
}

/** The models a key may use, in the catalogue's order. Null allows all. */
export const allowedModels = (catalog: ModelCatalog, allowed: ReadonlySet<string> | null): readonly Model[] => {
  const models = [...catalog.models.values()]
  return allowed === null ? models : models.filter((model) => allowed.has(model.id))
}

/** Finds a model that a key may use. A model that it may not use is as unknown as one that does not exist. */
export const findModel = (
  catalog: ModelCatalog,
  id: string,
  allowed: ReadonlySet<string> | null,
): Either<ModelNotFound, Model> => {
  const model = allowed === null || allowed.has(id) ? catalog.models.get(id) : undefined
  return model === undefined ? left({ tag: 'model_not_found', model: id }) : right(model)
}
