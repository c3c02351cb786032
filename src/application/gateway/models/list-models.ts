import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { allowedModels } from '../../../domain/catalog/find-model.ts'
import type { Model } from '../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'

/** The models the caller's key may use. Free. */
export const listModels =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (principal: Pick<GatewayPrincipal, 'allowedModels'>): readonly Model[] =>
    allowedModels(catalog, principal.allowedModels)
