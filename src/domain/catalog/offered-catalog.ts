import type { Catalog } from './catalog.ts'
import type { CatalogFile } from './catalog-file.ts'
import type { Deployment, Model } from './model.ts'
import type { Provider } from './provider.ts'
import { CHAT_TASK } from './task.ts'

/** The ids of the providers that this installation can call. */
type UsableProviders = Pick<ReadonlySet<string>, 'has'>

interface Named {
  readonly slug: string
  readonly model: string
}

const bySlug = <A extends Named>(all: readonly A[], models: ReadonlyMap<string, Model>): ReadonlyMap<string, A> =>
  new Map(all.filter(({ model }) => models.has(model)).map((one) => [one.slug, one]))

const usableDeployments = (
  { deployments }: Model,
  usable: UsableProviders,
  providers: ReadonlyMap<string, Provider>,
): readonly Deployment[] =>
  deployments
    .filter(({ provider }) => usable.has(provider))
    .map((deployment) => {
      const nativeWires = providers.get(deployment.provider)?.adapter.nativeWires
      return nativeWires === undefined || nativeWires.size === 0 ? deployment : { ...deployment, nativeWires }
    })

const isRetired = ({ retires }: Model, nowSeconds: number): boolean => retires !== null && retires <= nowSeconds

/** The models that are not on offer only because their provider has shut them down by `nowSeconds`. */
export const retiredModels = (
  { models }: Pick<CatalogFile, 'models'>,
  usable: UsableProviders,
  nowSeconds: number,
): readonly string[] =>
  models
    .filter((model) => isRetired(model, nowSeconds) && model.deployments.some(({ provider }) => usable.has(provider)))
    .map(({ id }) => id)

/**
 * The offer of an installation: models with a deployment at a usable provider, with only those deployments, and their
 * templates and tasks. A model that its provider has shut down by `nowSeconds` is left out, because every call of it
 * would fail.
 */
export const offeredCatalog = (file: CatalogFile, usable: UsableProviders, nowSeconds: number): Catalog => {
  const providers = new Map(file.providers.map((provider) => [provider.id, provider]))
  const models = new Map(
    file.models
      .filter((model) => !isRetired(model, nowSeconds))
      .map((model) => ({ ...model, deployments: usableDeployments(model, usable, providers) }))
      .filter((model) => model.deployments.length > 0)
      .map((model) => [model.id, model]),
  )
  const chat = file.tasks.find(({ slug }) => slug === CHAT_TASK)
  return {
    models,
    templates: bySlug(file.templates, models),
    tasks: bySlug(file.tasks, models),
    // The price of a turn does not depend on whether the task's own model is available.
    chatPriceMicro: chat?.price.micro ?? null,
  }
}
