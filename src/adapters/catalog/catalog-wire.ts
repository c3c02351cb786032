import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import { parseMicro } from '../../domain/money/decimal.ts'
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

const tariff = strictRecord(
  'tariff',
  { unit: t.literal('tokens'), ...rates },
  { ...cacheRates, service_tiers: t.record(t.string, strictRecord('service tier', rates, cacheRates)) },
)

const limits = strictRecord(
  'limits',
  { default_output_tokens: count, max_output_tokens: count },
  { context_tokens: count, max_choices: count, image_input_tokens: count },
)

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

const chatModel = strictRecord(
  'model',
  { id: t.string, kind: t.literal('chat'), limits, deployments: t.array(deployment), tariff },
  { capabilities: t.array(capability), unsupported_parameters: t.array(t.string), released: day, retires: day },
)

const provider = strictRecord(
  'provider',
  {
    id: t.string,
    adapter: t.keyof({ 'openai-compatible': null, sandbox: null }, 'one of openai-compatible, sandbox'),
  },
  { base_url: t.string, needs_api_key: t.boolean },
)

/** The shape of catalog.yaml. */
export const catalogWire = strictRecord('catalogue', { providers: t.array(provider), models: t.array(chatModel) }, {})

export type CatalogWire = t.TypeOf<typeof catalogWire>
export type ModelWire = CatalogWire['models'][number]
export type ProviderWire = CatalogWire['providers'][number]
export type RatesWire = Pick<
  ModelWire['tariff'],
  'input_per_million' | 'output_per_million' | 'cached_input_per_million' | 'cache_write_per_million'
>
