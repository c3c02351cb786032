import * as t from 'io-ts'
import { type Dialect, DIALECTS } from '../../domain/catalog/provider.ts'
import { model } from './model-wire.ts'
import { strictRecord } from './strict-record.ts'
import { parameters, tokens } from './value-codecs.ts'

const DIALECT_WORDS = {
  plain: null,
  openai: null,
  xai: null,
  mistral: null,
  deepseek: null,
  openrouter: null,
} satisfies Record<Dialect, null>

const provider = strictRecord(
  'provider',
  {
    id: t.string,
    adapter: t.keyof(
      { 'openai-compatible': null, openai: null, google: null, anthropic: null, xai: null, sandbox: null },
      'one of openai-compatible, openai, google, anthropic, xai, sandbox',
    ),
  },
  {
    base_url: t.string,
    needs_api_key: t.boolean,
    dialect: t.keyof(DIALECT_WORDS, `one of ${DIALECTS.join(', ')}`),
    pass_fields: t.array(t.string),
    headers: t.record(t.string, t.string),
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
    kind: t.keyof({ text: null, image: null, video: null }, 'one of text, image, video'),
    model: t.string,
    price: tokens,
  },
  { per: t.keyof({ task: null, second: null }, 'one of task, second'), parameters },
)

/** The form of an entry of each section, and the field that names it. */
export const sections = {
  providers: { codec: provider, name: 'id' },
  models: { codec: model, name: 'id' },
  templates: { codec: template, name: 'slug' },
  tasks: { codec: task, name: 'slug' },
} as const

/** The shape of catalog.yaml. */
export const catalogWire = strictRecord(
  'catalogue',
  { providers: t.array(provider), models: t.array(model) },
  { templates: t.array(template), tasks: t.array(task) },
)

export type CatalogWire = t.TypeOf<typeof catalogWire>
export type ProviderWire = t.TypeOf<typeof provider>
export type TemplateWire = t.TypeOf<typeof template>
export type TaskWire = t.TypeOf<typeof task>
