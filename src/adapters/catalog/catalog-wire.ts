import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import { parseMicro } from '../../domain/money/decimal.ts'
import { byField } from './by-field.ts'
import { strictRecord } from './strict-record.ts'

/** A decimal string of roubles as micro-roubles. A bare number is refused: YAML would read it as a float. */
const roubles = new t.Type<bigint, string>(
  'a quoted decimal string of roubles, like "12.5"',
  (value): value is bigint => typeof value === 'bigint',
  (input, context) => {
    const parsed = typeof input === 'string' ? parseMicro(input) : null
    return parsed !== null && isRight(parsed) ? t.success(parsed.right) : t.failure(input, context)
  },
  String,
)

const count = new t.Type<number>(
  'a whole number',
  (value): value is number => typeof value === 'number' && Number.isSafeInteger(value),
  (input, context) =>
    typeof input === 'number' && Number.isSafeInteger(input) ? t.success(input) : t.failure(input, context),
  t.identity,
)

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day (UTC) as the Unix seconds of its first moment. */
const day = new t.Type<number, string>(
  'a quoted day, like "2026-09-22"',
  (value): value is number => typeof value === 'number',
  (input, context) => {
    const time = typeof input === 'string' && DAY.test(input) ? Date.parse(`${input}T00:00:00Z`) : Number.NaN
    return Number.isNaN(time) ? t.failure(input, context) : t.success(time / 1000)
  },
  String,
)

const rates = { input_per_million: roubles, output_per_million: roubles }
const cacheRates = { cached_input_per_million: roubles, cache_write_per_million: roubles }

const tokenTariff = strictRecord(
  'tariff in tokens',
  { unit: t.literal('tokens'), ...rates },
  { ...cacheRates, service_tiers: t.record(t.string, strictRecord('service tier', rates, cacheRates)) },
)

const perImageTariff = strictRecord(
  'tariff an image',
  { unit: t.literal('image'), price: roubles },
  { rows: t.array(strictRecord('row', { price: roubles }, { quality: t.string, size: t.string })) },
)

const imageTokenTariff = strictRecord(
  'tariff in image tokens',
  {
    unit: t.literal('image_tokens'),
    text_input_per_million: roubles,
    image_input_per_million: roubles,
    output_per_million: roubles,
  },
  {},
)

const characterTariff = strictRecord(
  'tariff in characters',
  { unit: t.literal('characters'), per_million: roubles },
  {},
)

const speechTokenTariff = strictRecord('tariff in speech tokens', { unit: t.literal('speech_tokens'), ...rates }, {})

const perSecondTariff = strictRecord(
  'tariff a second',
  { unit: t.literal('second'), price: roubles },
  { rows: t.array(strictRecord('row', { price: roubles }, { resolution: t.string, audio: t.boolean })) },
)

const chatLimits = strictRecord(
  'limits of a chat model',
  { default_output_tokens: count, max_output_tokens: count },
  { context_tokens: count, max_choices: count, image_input_tokens: count },
)

const imageLimits = strictRecord(
  'limits of an image model',
  {},
  {
    max_images: count,
    sizes: t.array(t.string),
    input_tokens_per_image: count,
    output_tokens_per_image: count,
  },
)

const speechLimits = strictRecord('limits of a speech model', {}, { output_tokens_per_character: count })

const videoLimits = strictRecord('limits of a video model', {}, { seconds: t.array(count), sizes: t.array(t.string) })

const isJson = (value: unknown): value is Json => {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isJson)
  return value === null || typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value)
}

const json = new t.Type<Json>(
  'a JSON value',
  isJson,
  (input, context) => (isJson(input) ? t.success(input) : t.failure(input, context)),
  t.identity,
)

const deployment = strictRecord(
  'deployment',
  { provider: t.string, model: t.string },
  { parameters: t.record(t.string, json) },
)

const capability = t.keyof(
  { image_input: null, tools: null, json_schema: null, audio_output: null },
  'one of image_input, tools, json_schema, audio_output',
)

const named = { id: t.string, deployments: t.array(deployment) }
const optional = {
  capabilities: t.array(capability),
  unsupported_parameters: t.array(t.string),
  released: day,
  retires: day,
}

const chatModel = strictRecord(
  'chat model',
  { ...named, kind: t.literal('chat'), limits: chatLimits, tariff: tokenTariff },
  optional,
)

const imageModel = strictRecord(
  'image model',
  {
    ...named,
    kind: t.literal('image'),
    tariff: byField('unit', { image: perImageTariff, image_tokens: imageTokenTariff }),
  },
  { ...optional, limits: imageLimits },
)

const speechModel = strictRecord(
  'speech model',
  {
    ...named,
    kind: t.literal('speech'),
    tariff: byField('unit', { characters: characterTariff, speech_tokens: speechTokenTariff }),
  },
  { ...optional, limits: speechLimits },
)

const videoModel = strictRecord(
  'video model',
  { ...named, kind: t.literal('video'), tariff: perSecondTariff },
  { ...optional, limits: videoLimits },
)

const model = byField('kind', { chat: chatModel, image: imageModel, speech: speechModel, video: videoModel })

const provider = strictRecord(
  'provider',
  {
    id: t.string,
    adapter: t.keyof(
      { 'openai-compatible': null, openai: null, google: null, anthropic: null, xai: null, sandbox: null },
      'one of openai-compatible, openai, google, anthropic, xai, sandbox',
    ),
  },
  { base_url: t.string, needs_api_key: t.boolean },
)

/** The shape of catalog.yaml. */
export const catalogWire = strictRecord('catalogue', { providers: t.array(provider), models: t.array(model) }, {})

export type CatalogWire = t.TypeOf<typeof catalogWire>
export type ModelWire = CatalogWire['models'][number]
export type ProviderWire = CatalogWire['providers'][number]
export type TariffWire = ModelWire['tariff']
export type RatesWire = Pick<
  Extract<TariffWire, { readonly unit: 'tokens' }>,
  'input_per_million' | 'output_per_million' | 'cached_input_per_million' | 'cache_write_per_million'
>
