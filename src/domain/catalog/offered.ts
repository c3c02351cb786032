import type { Catalog } from './catalog.ts'
import type { CatalogFile } from './catalog-file.ts'

/**
 * The models on offer: those with a deployment at a usable provider, and only such deployments. A model
 * whose vendor has shut it down by `nowSeconds` is left out; it could only fail.
 */
export const offeredModels = (
  file: CatalogFile,
  usable: { readonly has: (provider: string) => boolean },
  nowSeconds: number,
): Catalog => ({
  models: new Map(
    file.models
      .filter(({ retires }) => retires === undefined || retires === null || retires > nowSeconds)
      .map((model) => ({ ...model, deployments: model.deployments.filter(({ provider }) => usable.has(provider)) }))
      .filter((model) => model.deployments.length > 0)
      .map((model) => [model.id, model]),
  ),
})
