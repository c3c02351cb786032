import type { UsableProvider } from '../../../domain/catalog-check/usable-providers.ts'
import type { ModelKind } from '../../../domain/catalog/model.ts'
import type { Provider } from '../../../domain/catalog/provider.ts'
import { isFollowUp } from '../provider-call.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { Attributes } from './attributes.ts'

/** Providers as the conventions call them, by their adapter or, of OpenAI's wire, by their dialect. */
const PROVIDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['openai', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'gcp.gemini'],
  ['xai', 'x_ai'],
  ['mistral', 'mistral_ai'],
  ['deepseek', 'deepseek'],
])

const nameOf = ({ id, adapter, dialect }: Provider): string =>
  PROVIDER_NAMES.get(dialect ?? adapter.name) ?? PROVIDER_NAMES.get(adapter.name) ?? id

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const addressOf = (baseUrl: string | null): Attributes => {
  if (baseUrl === null) return {}
  const { hostname, port, protocol } = new URL(baseUrl)
  return {
    [ATTRIBUTES.serverAddress]: hostname,
    [ATTRIBUTES.serverPort]: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
  }
}

/** What the spans of calls to one provider have in common. */
export const providerAttributes = ({ provider, baseUrl }: UsableProvider): Attributes => ({
  [ATTRIBUTES.providerId]: provider.id,
  [ATTRIBUTES.provider]: nameOf(provider),
  ...addressOf(baseUrl),
})

interface Work {
  readonly name: string
  readonly output: string | null
}

/** What each kind of model does: the conventions' word where they have one. */
const WORK: Readonly<Record<ModelKind, Work>> = {
  chat: { name: 'chat', output: null },
  image: { name: 'generate_content', output: 'image' },
  speech: { name: 'generate_content', output: 'speech' },
  transcription: { name: 'generate_content', output: 'text' },
  embedding: { name: 'embeddings', output: null },
  video: { name: 'generate_content', output: 'video' },
}

/** The name of the work that a method of a port does. */
export const workOf = (kind: ModelKind, method: string): Work =>
  isFollowUp(method) ? { name: `${kind}_${method}`, output: null } : WORK[kind]
