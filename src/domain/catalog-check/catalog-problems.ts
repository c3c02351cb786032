import type { CatalogFile, CatalogProblem, MalformedEntries } from '../catalog/catalog-file.ts'
import type { Model, ModelKind } from '../catalog/model.ts'
import { deploymentParameterProblems } from './deployment-parameters.ts'
import { kindProblems } from './kind-problems.ts'
import type { ProviderAdapter } from '../catalog/provider.ts'
import { providerProblems } from './provider-problems.ts'
import { taskProblems, templateProblems } from './preset-problems.ts'
import { priceProblems } from './price-problems.ts'

const MODEL_ID = /^[a-z0-9][a-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._:-]*$/

const duplicates = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

/** The adapter of each provider. Null for a provider whose form is wrong, which another problem reports. */
type Adapters = ReadonlyMap<string, ProviderAdapter | null>

const NONE_MALFORMED: MalformedEntries = { providers: [], models: [], templates: [], tasks: [] }

const articleOf = (word: string): string => (/^[aeiou]/.test(word) ? 'an' : 'a')

const providerProblem = (kind: ModelKind, provider: string, adapters: Adapters): readonly string[] => {
  const adapter = adapters.get(provider)
  if (adapter === undefined) return [`names the unknown provider '${provider}'`]
  if (adapter === null || adapter.serves.has(kind)) return []
  return [`is ${articleOf(kind)} ${kind} model, which the adapter '${adapter.name}' does not serve`]
}

/** A quality that a deployment is not asked for costs there what the provider chooses, which is more than is held. */
const qualityProblems = (model: Model, adapters: Adapters): readonly string[] => {
  if (model.kind !== 'image' || model.unsupportedParameters.has('quality')) return []
  const qualities = [...(model.limits.maxOutputTokens?.byQuality.keys() ?? [])]
  return model.deployments.flatMap(({ provider }) => {
    const known = adapters.get(provider)?.imageQualities
    const unknown = known === undefined ? undefined : qualities.find((quality) => !known.has(quality))
    return unknown === undefined
      ? []
      : [`max_output_tokens_per_image.by_quality.${unknown} is no quality that '${provider}' can be asked for`]
  })
}

const MAX_WEIGHT = 1_000
const MAX_CACHE_SECONDS = 86_400

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** What is wrong with the fields that only deployments of chat models have. */
const chatFieldProblems = ({ kind, deployments }: Model): readonly string[] =>
  deployments.flatMap(({ weight, promptCacheSeconds, thinksWithTools }, index) => {
    const hasEqual = [index - 1, index + 1].some((at) => deployments[at]?.weight !== undefined)
    const isOfChat = [weight, promptCacheSeconds, thinksWithTools].some((field) => field !== undefined)
    return [
      ...(isOfChat && kind !== 'chat'
        ? ['weight, prompt_cache_seconds and thinks_with_tools are for chat models']
        : []),
      ...(weight === undefined || hasEqual ? [] : ['weight is given to a deployment without an equal beside it']),
      ...(weight === undefined || isWithin(weight, 1, MAX_WEIGHT)
        ? []
        : [`weight must be a whole number from 1 to ${MAX_WEIGHT}`]),
      ...(promptCacheSeconds === undefined || isWithin(promptCacheSeconds, 0, MAX_CACHE_SECONDS)
        ? []
        : [`prompt_cache_seconds must be a whole number from 0 to ${MAX_CACHE_SECONDS}`]),
    ]
  })

const deploymentProblems = ({ kind, deployments }: Model, adapters: Adapters): readonly string[] => [
  ...(deployments.length === 0 ? ['has no deployments'] : []),
  ...deployments.flatMap(({ provider }) => providerProblem(kind, provider, adapters)),
  ...duplicates(deployments.map(({ provider, upstreamModel }) => `${provider}: ${upstreamModel}`)).map(
    (twice) => `lists the deployment '${twice}' twice`,
  ),
]

const modelProblems = (model: Model, adapters: Adapters): readonly string[] => [
  ...(MODEL_ID.test(model.id) ? [] : ['a model id has the form <provider>/<model>']),
  ...kindProblems(model),
  ...priceProblems(model),
  ...deploymentProblems(model, adapters),
  ...qualityProblems(model, adapters),
  ...deploymentParameterProblems(model),
  ...chatFieldProblems(model),
]

/** One section of a catalogue: by what its members are named, and where each stands with what is wrong with it. */
interface Section {
  readonly name: string
  /** Where entries of it stand whose form is wrong. */
  readonly malformed: readonly string[]
  readonly members: readonly { readonly where: string; readonly problems: readonly string[] }[]
}

const sectionsOf = (
  { providers, models, templates, tasks }: CatalogFile,
  malformed: MalformedEntries,
): readonly Section[] => {
  const adapters: Adapters = new Map([
    ...malformed.providers.map((id) => [id, null] as const),
    ...providers.map(({ id, adapter }) => [id, adapter] as const),
  ])
  const unreadable = new Set(malformed.models)
  const byId = new Map(models.map((model) => [model.id, model]))
  return [
    {
      name: 'provider id',
      malformed: malformed.providers,
      members: providers.map((provider) => ({ where: provider.id, problems: providerProblems(provider) })),
    },
    {
      name: 'model id',
      malformed: malformed.models,
      members: models.map((model) => ({ where: model.id, problems: modelProblems(model, adapters) })),
    },
    {
      name: 'slug',
      malformed: malformed.templates.map((slug) => `templates.${slug}`),
      members: templates.map((template) => ({
        where: `templates.${template.slug}`,
        problems: templateProblems(template, byId, unreadable),
      })),
    },
    {
      name: 'slug',
      malformed: malformed.tasks.map((slug) => `tasks.${slug}`),
      members: tasks.map((task) => ({ where: `tasks.${task.slug}`, problems: taskProblems(task, byId, unreadable) })),
    },
  ]
}

const usedTwice = ({ name, malformed, members }: Section): readonly CatalogProblem[] =>
  duplicates([...malformed, ...members.map(({ where }) => where)]).map((where) => ({
    where,
    message: `this ${name} is used twice`,
  }))

/**
 * Lists everything wrong with a catalogue, not only the first problem; empty when the gateway may serve it. An entry
 * that refers to a malformed one has no problem of its own.
 */
export const catalogProblems = (
  file: CatalogFile,
  malformed: MalformedEntries = NONE_MALFORMED,
): readonly CatalogProblem[] => {
  const sections = sectionsOf(file, malformed)
  const members = sections.flatMap((section) => section.members)
  return [
    ...sections.flatMap(usedTwice),
    ...members.flatMap(({ where, problems }) => problems.map((message) => ({ where, message }))),
  ]
}
