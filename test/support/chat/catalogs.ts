import { PROVIDER_ADAPTERS } from '../../../src/infrastructure/resources/adapter-table.ts'
import type { ProviderAdapter } from '../../../src/domain/catalog/provider.ts'
import type { Catalog } from '../../../src/domain/catalog/catalog.ts'
import type { CatalogFile } from '../../../src/domain/catalog/catalog-file.ts'
import type { Task } from '../../../src/domain/catalog/task.ts'
import type { Template } from '../../../src/domain/catalog/template.ts'

/** A catalogue that offers nothing but what is given. */
export const catalogOf = (given: Partial<Catalog> = {}): Catalog => ({
  models: new Map(),
  templates: new Map(),
  tasks: new Map(),
  chatPriceMicro: null,
  ...given,
})

/** A catalogue file that holds nothing but what is given. */
export const catalogFileOf = (given: Partial<CatalogFile> = {}): CatalogFile => ({
  providers: [],
  models: [],
  templates: [],
  tasks: [],
  ...given,
})

/** A template on the model of `chatModel()` that says nothing of its own. */
export const templateOf = (given: Partial<Template> = {}): Template => ({
  slug: 'poet',
  model: 'vendor/model',
  title: 'Poet',
  systemPrompt: null,
  parameters: {},
  turnPriceMicro: null,
  ...given,
})

/** The task `chat` for one token on that model. */
export const taskOf = (given: Partial<Task> = {}): Task => ({
  slug: 'chat',
  kind: 'text',
  model: 'vendor/model',
  parameters: {},
  price: { tag: 'fixed', micro: 1_000_000n },
  ...given,
})

/** An adapter of this installation, by its name in catalog.yaml. */
export const adapterNamed = (name: string): ProviderAdapter => {
  const adapter = PROVIDER_ADAPTERS.get(name)
  if (adapter === undefined) throw new Error(`no adapter is called ${name}`)
  return adapter
}
