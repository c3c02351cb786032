import type { CatalogFile } from '../../domain/catalog/catalog-file.ts'
import type { Provider } from '../../domain/catalog/provider.ts'
import type { Task } from '../../domain/catalog/task.ts'
import type { WorkPrice } from '../../domain/pricing/work-price.ts'
import type { Template } from '../../domain/catalog/template.ts'
import type { CatalogWire, ProviderWire, TaskWire, TemplateWire } from './catalog-wire.ts'

const toProvider = (wire: ProviderWire): Provider => ({
  id: wire.id,
  adapter: wire.adapter,
  baseUrl: wire.base_url ?? null,
  needsApiKey: wire.needs_api_key ?? !wire.adapter.isInProcess,
  dialect: wire.dialect ?? null,
  passFields: wire.pass_fields ?? [],
  headers: wire.headers ?? {},
  joinsTraces: wire.trace_context ?? undefined,
})

const toTemplate = (wire: TemplateWire): Template => ({
  slug: wire.slug,
  model: wire.model,
  title: wire.title,
  systemPrompt: wire.system_prompt ?? null,
  parameters: wire.parameters ?? {},
  turnPriceMicro: wire.turn_price ?? null,
})

const toTaskPrice = ({ price, per = 'task' }: TaskWire): WorkPrice => {
  switch (per) {
    case 'task':
      return { tag: 'fixed', micro: price }
    case 'second':
      return { tag: 'per_second', micro: price }
  }
}

const toTask = (wire: TaskWire): Task => ({
  slug: wire.slug,
  kind: wire.kind,
  model: wire.model,
  parameters: wire.parameters ?? {},
  price: toTaskPrice(wire),
})

export const toCatalogFile = (wire: CatalogWire): CatalogFile => ({
  providers: wire.providers.map(toProvider),
  models: wire.models,
  templates: (wire.templates ?? []).map(toTemplate),
  tasks: (wire.tasks ?? []).map(toTask),
})
