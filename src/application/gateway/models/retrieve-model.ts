import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import type { Model } from '../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'

/** One model the caller's key may use. Free. */
export const retrieveModel =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (principal: Pick<GatewayPrincipal, 'allowedModels'>, id: string): Either<ModelNotFound, Model> =>
    findModel(catalog, id, principal.allowedModels)
