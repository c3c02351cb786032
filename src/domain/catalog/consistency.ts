import type { CatalogFile, CatalogProblem } from './catalog-file.ts'
import type { Model, ModelKind } from './model.ts'
import { limitProblems } from './limit-problems.ts'
import { type Provider, type ProviderAdapter, SERVED_KINDS } from './provider.ts'
import { priceProblems } from './price-problems.ts'

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

type Adapters = ReadonlyMap<string, ProviderAdapter>

const providerProblem = (kind: ModelKind, provider: string, adapters: Adapters): readonly string[] => {
  const adapter = adapters.get(provider)
  if (adapter === undefined) return [`names the unknown provider '${provider}'`]
  return SERVED_KINDS[adapter].has(kind) ? [] : [`is a ${kind} model, which the adapter '${adapter}' does not serve`]
}

const deploymentProblems = ({ kind, deployments }: Model, adapters: Adapters): readonly string[] => [
  ...(deployments.length === 0 ? ['has no deployments'] : []),
  ...deployments.flatMap(({ provider }) => providerProblem(kind, provider, adapters)),
  ...duplicates(deployments.map(({ provider, upstreamModel }) => `${provider}: ${upstreamModel}`)).map(
    (twice) => `lists the deployment '${twice}' twice`,
  ),
]

const modelProblems = (model: Model, adapters: Adapters): readonly string[] => [
  ...(MODEL_ID.test(model.id) ? [] : ['a model id has the form <vendor>/<model>']),
  ...limitProblems(model),
  ...priceProblems(model.tariff),
  ...deploymentProblems(model, adapters),
]

/** Lists everything wrong with a catalogue, not only the first thing; empty when it may be served. */
export const catalogProblems = (file: CatalogFile): readonly CatalogProblem[] => {
  const providerIds = file.providers.map((provider) => provider.id)
  const adapters = new Map(file.providers.map(({ id, adapter }) => [id, adapter]))
  const at = (where: string) => (message: string) => ({ where, message })
  return [
    ...duplicates(providerIds).map((id) => ({ where: id, message: 'this provider id is used twice' })),
    ...duplicates(file.models.map((model) => model.id)).map((id) => ({
      where: id,
      message: 'this model id is used twice',
    })),
    ...file.providers.flatMap((provider) => providerProblems(provider).map(at(provider.id))),
    ...file.models.flatMap((model) => modelProblems(model, adapters).map(at(model.id))),
  ]
}
