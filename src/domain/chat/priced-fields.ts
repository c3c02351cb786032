import type { Either } from 'fp-ts/lib/Either.js'
import { ratesFor, type TokenTariff } from '../pricing/tariff.ts'
import { type ChatRequest, fieldsOf } from './request.ts'
import { SUPPORTED, type UnsupportedParameter, unsupportedParameter } from './unsupported-parameter.ts'

const isTextOnly = (value: unknown): boolean =>
  Array.isArray(value) && value.every((modality: unknown) => modality === 'text')

const isOff = (value: unknown): boolean => value === false || (Array.isArray(value) && value.length === 0)

const never = (): boolean => false

/**
 * Request fields that change what a vendor asks for the call, each with the values that change nothing.
 * Vendors that do not know a field ignore it, so the table holds for all of them at once.
 */
const HARMLESS: Readonly<Record<string, (value: unknown, tariff: TokenTariff) => boolean>> = {
  service_tier: (value, tariff) => typeof value === 'string' && ratesFor(tariff, value) !== null,
  modalities: isTextOnly,
  audio: never,
  // Searching the web or a file store is priced per search.
  web_search_options: never,
  web_search: isOff,
  search_parameters: never,
  enable_search: isOff,
  plugins: isOff,
  // A longer-lived prompt cache is priced apart.
  prompt_cache_options: never,
  prompt_cache_retention: never,
  // Faster inference at a premium.
  speed: (value) => value === 'standard',
  // These let the vendor's router answer with another, dearer model or place than the one that is priced.
  models: isOff,
  route: never,
  provider: never,
  // Other spellings of the output limit would outrun the one that is held.
  max_output_tokens: never,
  max_new_tokens: never,
  best_of: (value) => value === 1,
}

const PRICED_FIELDS = Object.entries(HARMLESS)

/** Refuses a field that would change the vendor's price and that the tariff has no row for. */
export const checkPricedFields = (request: ChatRequest, tariff: TokenTariff): Either<UnsupportedParameter, void> => {
  const fields = fieldsOf(request)
  for (const [name, isHarmless] of PRICED_FIELDS) {
    const value = fields[name]
    if (value === undefined || value === null || isHarmless(value, tariff)) continue
    return unsupportedParameter(name, `'${name}' with this value is not offered for this model.`)
  }
  return SUPPORTED
}

/** The service tier a request asks for, null for the ordinary one. */
export const serviceTierOf = (fields: Readonly<Record<string, unknown>> | undefined): string | null => {
  const tier = fields?.['service_tier']
  return typeof tier === 'string' ? tier : null
}
