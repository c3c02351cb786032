import type { Catalog } from './catalog.ts'
import type { CatalogFile } from './catalog-file.ts'
import type { Model } from './model.ts'
import { CHAT_TASK } from './task.ts'

interface Named {
  readonly slug: string
  readonly model: string
}

const bySlug = <A extends Named>(all: readonly A[], models: ReadonlyMap<string, Model>): ReadonlyMap<string, A> =>
  new Map(all.filter(({ model }) => models.has(model)).map((one) => [one.slug, one]))

/**
 * What is on offer: models with a deployment at a usable provider, and only such deployments, and the templates and
 * tasks of these models. A model whose vendor has shut it down by `nowSeconds` is left out; it could only fail.
 */
export const offeredCatalog = (
  file: CatalogFile,
  usable: { readonly has: (provider: string) => boolean },
  nowSeconds: number,
): Catalog => {
  const models = new Map(
    file.models
      .filter(({ retires }) => retires === undefined || retires === null || retires > nowSeconds)
      .map((model) => ({ ...model, deployments: model.deployments.filter(({ provider }) => usable.has(provider)) }))
      .filter((model) => model.deployments.length > 0)
      .map((model) => [model.id, model]),
  )
  const chat = file.tasks.find(({ slug }) => slug === CHAT_TASK)
  return {
    models,
    templates: bySlug(file.templates, models),
    tasks: bySlug(file.tasks, models),
    // What a turn costs does not hang on whether the task's own model can be had.
    chatPriceMicro: chat?.price.micro ?? null,
  }
}
