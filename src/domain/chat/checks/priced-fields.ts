import type { Either } from 'fp-ts/lib/Either.js'
import { isGiven, isOff, isRecord, stringOf } from '../../json.ts'
import {
  findForbiddenField,
  never,
  pricedFields,
  SUPPORTED,
  unsupportedParameter,
} from '../../parameters/request-fields.ts'
import type { Harmless, UnsupportedParameter } from '../../parameters/request-fields.ts'
import { ratesFor } from '../../pricing/token-price.ts'
import type { TokenTariff } from '../../pricing/tariff.ts'
import type { ChatRequest } from '../request.ts'

const isTextOnly: Harmless<unknown> = (value) =>
  Array.isArray(value) && value.every((modality: unknown) => modality === 'text')

/** An answer that is wanted at once, and no place beside other calls in the provider's queue of background work. */
const isSoonest: Harmless<unknown> = (options) =>
  isOff(options) ||
  (isRecord(options) &&
    Object.entries(options).every(
      ([name, value]) => !isGiven(value) || (name === 'completion_window' && value === 'soonest'),
    ))

/** Of the fields below those for which no tariff has a row, each with the values that change nothing. */
const IDLE: Readonly<Record<string, Harmless<unknown>>> = {
  modalities: isTextOnly,
  audio: never,
  // A search of the web or of a file store has a price per search.
  web_search_options: never,
  web_search: isOff,
  search_parameters: never,
  enable_search: isOff,
  plugins: isOff,
  mcp_servers: isOff,
  // A prompt cache with a longer life has a price of its own.
  prompt_cache_options: never,
  prompt_cache_retention: never,
  // Faster inference, or inference in one country, costs more.
  speed: (value) => value === 'standard',
  inference_geo: never,
  // With these the provider's router may answer from another model or place than the priced one, at a higher price.
  models: isOff,
  fallbacks: isOff,
  route: never,
  provider: never,
  // Other spellings of the output limit could exceed the limit that is held for.
  max_output_tokens: never,
  max_new_tokens: never,
  max_length: never,
  num_predict: never,
  best_of: (value) => value === 1,
  // Work that continues after the answer, or that continues the work of another call.
  deferred: isOff,
  background: isOff,
  background_options: isSoonest,
  previous_response_id: never,
  conversation: never,
  container: never,
  // A conversation that the provider keeps: the request has its newest part alone.
  thread: never,
  // No hold covers the length of what the provider writes to sum a conversation up.
  compaction: never,
  // Another account that the provider is to bill, or a credit that it gave for an earlier call.
  billing_policy: never,
  fallback_credit_token: never,
  // A place before other requests in the queue of a server, or in its cache of other clients' prompts.
  priority: (value) => value === 0,
  cache_salt: never,
  kv_transfer_params: never,
}

/**
 * Request fields that change what a provider charges for the call, or that use its work, memory or place in the queue,
 * each with the values that change nothing. The adapters send most of them to no provider anyway; a client that sets
 * one gets an error that names it.
 */
const HARMLESS: Readonly<Record<string, Harmless<TokenTariff>>> = {
  ...IDLE,
  service_tier: (value, tariff) => typeof value === 'string' && ratesFor(tariff, value) !== null,
}

/** Whether a priced field has a value that asks for nothing, so that a provider which is not given it does the same. */
export const isIdleValue = (name: string, value: unknown): boolean =>
  Object.hasOwn(IDLE, name) && IDLE[name]?.(value, null) === true

/** Fields that the gateway reads itself. In another spelling a server might read them too, and in another way. */
const OWN = ['model', 'messages', 'stream', 'stream_options', 'n', 'max_tokens', 'max_completion_tokens'] as const

const PRICED = pricedFields(HARMLESS, OWN)

const UNPRICED = pricedFields(IDLE, [])

/** Whether a field has a price in any spelling. For code that passes unknown fields upstream. */
export const isPricedName = (name: string): boolean => PRICED.has(name)

/** The path of the first priced field inside a value that would go upstream whole. */
export const findPricedField = (value: unknown): string | null => findForbiddenField(value, isPricedName)

/** Refuses a field that would change the provider's price and for which the tariff has no row, in every spelling. */
export const checkPricedFields = (request: ChatRequest, tariff: TokenTariff): Either<UnsupportedParameter, void> => {
  const found = PRICED.firstIn(request, tariff)
  if (found === null) return SUPPORTED
  const { name, spelling } = found
  return spelling === null
    ? unsupportedParameter(name, `'${name}' with this value is not offered for this model.`)
    : unsupportedParameter(name, `'${name}' is not read; it is spelt '${spelling}'.`)
}

/** The first field that can be had from no provider, by whatever tariff. For code that passes a request on as it is. */
export const findUnpricedField = (fields: Readonly<Record<string, unknown>>): string | null =>
  UNPRICED.firstIn(fields, null)?.name ?? null

/** The service tier that a request asks for. Null: the ordinary one. */
export const serviceTierOf = (fields: Readonly<Record<string, unknown>> | undefined): string | null =>
  stringOf(fields?.['service_tier'])
