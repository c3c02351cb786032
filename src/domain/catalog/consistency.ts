import type { TokenRates } from '../pricing/tariff.ts'
import type { CatalogFile, CatalogProblem } from './catalog-file.ts'
import type { Model, ModelLimits } from './model.ts'
import type { Provider } from './provider.ts'

const MODEL_ID = /^[a-z0-9][a-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._:-]*$/
const PROVIDER_ID = /^[a-z][a-z0-9_-]*$/

const duplicates = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

const providerProblems = ({ id, adapter, baseUrl }: Provider): readonly string[] => [
  ...(PROVIDER_ID.test(id) ? [] : ['a provider id is lower case letters, digits, - and _']),
  ...(adapter === 'sandbox' && baseUrl !== null ? ['the sandbox has no base_url'] : []),
  ...(baseUrl === null || /^https?:\/\/[^\s?#]+[^\s?#/]$/.test(baseUrl)
    ? []
    : ['base_url must be an http(s) address without a trailing slash or query']),
]

const RATE_NAMES: Readonly<Record<keyof TokenRates, string>> = {
  inputPerMillion: 'input_per_million',
  cachedInputPerMillion: 'cached_input_per_million',
  cacheWritePerMillion: 'cache_write_per_million',
  outputPerMillion: 'output_per_million',
}

const rateProblems = (rates: TokenRates, row: string): readonly string[] =>
  (Object.keys(RATE_NAMES) as (keyof TokenRates)[])
    .filter((name) => rates[name] <= 0n)
    .map((name) => `${row}${RATE_NAMES[name]} must be above zero: a paid call never costs nothing`)

const LIMIT_NAMES = {
  defaultOutputTokens: 'default_output_tokens',
  maxOutputTokens: 'max_output_tokens',
  maxChoices: 'max_choices',
  imageInputTokens: 'image_input_tokens',
} as const satisfies Partial<Record<keyof ModelLimits, string>>

const limitProblems = ({ limits }: Model): readonly string[] => [
  ...(Object.keys(LIMIT_NAMES) as (keyof typeof LIMIT_NAMES)[])
    .filter((name) => !(Number.isSafeInteger(limits[name]) && limits[name] >= 1))
    .map((name) => `${LIMIT_NAMES[name]} must be a whole number of at least 1`),
  ...(limits.defaultOutputTokens > limits.maxOutputTokens
    ? ['default_output_tokens is above max_output_tokens: more would be held than can be delivered']
    : []),
  ...(limits.contextTokens !== null && limits.contextTokens < limits.maxOutputTokens
    ? ['context_tokens is below max_output_tokens']
    : []),
]

const deploymentProblems = ({ deployments }: Model, providers: ReadonlySet<string>): readonly string[] => [
  ...(deployments.length === 0 ? ['has no deployments'] : []),
  ...deployments
    .filter(({ provider }) => !providers.has(provider))
    .map(({ provider }) => `names the unknown provider '${provider}'`),
  ...duplicates(deployments.map(({ provider, upstreamModel }) => `${provider}: ${upstreamModel}`)).map(
    (twice) => `lists the deployment '${twice}' twice`,
  ),
]

const modelProblems = (model: Model, providers: ReadonlySet<string>): readonly string[] => [
  ...(MODEL_ID.test(model.id) ? [] : ['a model id has the form <vendor>/<model>']),
  ...limitProblems(model),
  ...rateProblems(model.tariff, ''),
  ...[...(model.tariff.serviceTiers ?? [])].flatMap(([tier, rates]) => rateProblems(rates, `service_tiers.${tier}.`)),
  ...deploymentProblems(model, providers),
]

/** Lists everything wrong with a catalogue, not only the first thing; empty when it may be served. */
export const catalogProblems = (file: CatalogFile): readonly CatalogProblem[] => {
  const providerIds = file.providers.map((provider) => provider.id)
  const known = new Set(providerIds)
  const at = (where: string) => (message: string) => ({ where, message })
  return [
    ...duplicates(providerIds).map((id) => ({ where: id, message: 'this provider id is used twice' })),
    ...duplicates(file.models.map((model) => model.id)).map((id) => ({
      where: id,
      message: 'this model id is used twice',
    })),
    ...file.providers.flatMap((provider) => providerProblems(provider).map(at(provider.id))),
    ...file.models.flatMap((model) => modelProblems(model, known).map(at(model.id))),
  ]
}
