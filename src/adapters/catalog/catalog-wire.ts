import * as t from 'io-ts'
import type { ProviderAdapter } from '../../domain/catalog/provider.ts'
import { TASK_KINDS } from '../../domain/catalog/task.ts'
import { model } from './model-kinds.ts'
import { strictRecord } from './strict-record.ts'
import { oneOf, parameters, tokens } from './value-codecs.ts'

/** Known adapters, by the name that `adapter:` has in catalog.yaml. */
export type KnownAdapters = ReadonlyMap<string, ProviderAdapter>

const adapterIn = (known: KnownAdapters): t.Type<ProviderAdapter, string> =>
  new t.Type(
    `one of ${[...known.keys()].join(', ')}`,
    (value): value is ProviderAdapter => [...known.values()].some((each) => each === value),
    (input, context) => {
      const adapter = typeof input === 'string' ? known.get(input) : undefined
      return adapter === undefined ? t.failure(input, context) : t.success(adapter)
    },
    ({ name }) => name,
  )

const providerOf = (known: KnownAdapters) =>
  strictRecord(
    'provider',
    { id: t.string, adapter: adapterIn(known) },
    {
      base_url: t.string,
      needs_api_key: t.boolean,
      dialect: t.string,
      pass_fields: t.array(t.string),
      headers: t.record(t.string, t.string),
      trace_context: t.boolean,
    },
  )

const template = strictRecord(
  'template',
  { slug: t.string, model: t.string, title: t.string },
  { system_prompt: t.string, parameters, turn_price: tokens },
)

const task = strictRecord(
  'task',
  {
    slug: t.string,
    kind: oneOf(TASK_KINDS),
    model: t.string,
    price: tokens,
  },
  { per: oneOf(['task', 'second']), parameters },
)

/** The field that names an entry of each section. */
export const NAME_FIELDS = { providers: 'id', models: 'id', templates: 'slug', tasks: 'slug' } as const

/** The form of catalog.yaml, and of an entry of each section, for an installation that has these adapters. */
export const catalogCodecs = (known: KnownAdapters) => {
  const provider = providerOf(known)
  return {
    catalog: strictRecord(
      'catalogue',
      { providers: t.array(provider), models: t.array(model) },
      { templates: t.array(template), tasks: t.array(task) },
    ),
    entries: { providers: provider, models: model, templates: template, tasks: task },
  }
}

type Codecs = ReturnType<typeof catalogCodecs>

export type EntryCodecs = Codecs['entries']
export type CatalogWire = t.TypeOf<Codecs['catalog']>
export type ProviderWire = t.TypeOf<EntryCodecs['providers']>
export type TemplateWire = t.TypeOf<typeof template>
export type TaskWire = t.TypeOf<typeof task>
