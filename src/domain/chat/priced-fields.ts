import type { Either } from 'fp-ts/lib/Either.js'
import { foldedName, forbiddenInside } from '../passing/folded-name.ts'
import { ratesFor, type TokenTariff } from '../pricing/tariff.ts'
import { type ChatRequest, fieldsOf } from './request.ts'
import { SUPPORTED, type UnsupportedParameter, unsupportedParameter } from './unsupported-parameter.ts'

type Harmless = (value: unknown, tariff: TokenTariff) => boolean

const isTextOnly: Harmless = (value) => Array.isArray(value) && value.every((modality: unknown) => modality === 'text')

const isOff: Harmless = (value) => value === false || (Array.isArray(value) && value.length === 0)

const never: Harmless = () => false

/**
 * Request fields that change what a vendor asks for the call, or whose work, memory or place in the queue it uses,
 * each with the values that change nothing. Most of them no vendor is given anyway; whoever asks for one is told.
 */
const HARMLESS: Readonly<Record<string, Harmless>> = {
  service_tier: (value, tariff) => typeof value === 'string' && ratesFor(tariff, value) !== null,
  modalities: isTextOnly,
  audio: never,
  // Searching the web or a file store is priced per search.
  web_search_options: never,
  web_search: isOff,
  search_parameters: never,
  enable_search: isOff,
  plugins: isOff,
  mcp_servers: isOff,
  // A longer-lived prompt cache is priced apart.
  prompt_cache_options: never,
  prompt_cache_retention: never,
  // Faster inference, or inference in one country, at a premium.
  speed: (value) => value === 'standard',
  inference_geo: never,
  // These let the vendor's router answer with another, dearer model or place than the one that is priced.
  models: isOff,
  fallbacks: isOff,
  route: never,
  provider: never,
  // Other spellings of the output limit would outrun the one that is held.
  max_output_tokens: never,
  max_new_tokens: never,
  max_length: never,
  num_predict: never,
  best_of: (value) => value === 1,
  // Work that goes on after the answer, or goes on from another call's.
  deferred: isOff,
  background: isOff,
  previous_response_id: never,
  conversation: never,
  container: never,
  // A place before others in the queue of a server, or in its memory of others' prompts.
  priority: (value) => value === 0,
  cache_salt: never,
  kv_transfer_params: never,
}

/** Fields that the gateway reads itself: in another spelling a server might read them too, and differently. */
const OWN = ['model', 'messages', 'stream', 'stream_options', 'n', 'max_tokens', 'max_completion_tokens'] as const

const RULES: ReadonlyMap<string, { readonly name: string; readonly isHarmless: Harmless }> = new Map([
  ...Object.entries(HARMLESS).map(([name, isHarmless]) => [foldedName(name), { name, isHarmless }] as const),
  ...OWN.map((name) => [foldedName(name), { name, isHarmless: () => true }] as const),
])

/** Names in every spelling, for whoever lets fields through. */
export const isPricedName = (name: string): boolean => RULES.has(foldedName(name))

/** The path of the first priced field inside a value that would be passed on whole. */
export const pricedInside = (value: unknown): string | null => forbiddenInside(value, isPricedName)

/** Refuses a field that would change the vendor's price and that the tariff has no row for, however it is spelt. */
export const checkPricedFields = (request: ChatRequest, tariff: TokenTariff): Either<UnsupportedParameter, void> => {
  for (const [name, value] of Object.entries(fieldsOf(request))) {
    if (value === undefined || value === null) continue
    const rule = RULES.get(foldedName(name))
    if (rule === undefined) continue
    if (rule.name !== name) return unsupportedParameter(name, `'${name}' is not read; it is spelt '${rule.name}'.`)
    if (rule.isHarmless(value, tariff)) continue
    return unsupportedParameter(name, `'${name}' with this value is not offered for this model.`)
  }
  return SUPPORTED
}

/** The service tier a request asks for, null for the ordinary one. */
export const serviceTierOf = (fields: Readonly<Record<string, unknown>> | undefined): string | null => {
  const tier = fields?.['service_tier']
  return typeof tier === 'string' ? tier : null
}
