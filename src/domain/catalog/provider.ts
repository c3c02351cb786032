import type { ModelKind } from './model.ts'

/** The wires this gateway speaks. `openai` is `openai-compatible` and OpenAI's own images and speech. */
export type ProviderAdapter = 'openai-compatible' | 'openai' | 'google' | 'anthropic' | 'xai' | 'sandbox'

/** The ways in which vendors of OpenAI's wire depart from it. */
export const DIALECTS = ['plain', 'openai', 'xai', 'mistral', 'deepseek', 'openrouter'] as const

export type Dialect = (typeof DIALECTS)[number]

/** What each adapter can be asked for: a model of another kind cannot be deployed at its providers. */
export const SERVED_KINDS: Readonly<Record<ProviderAdapter, ReadonlySet<ModelKind>>> = {
  'openai-compatible': new Set(['chat']),
  openai: new Set(['chat', 'image', 'speech']),
  google: new Set(['chat', 'image', 'speech', 'video']),
  anthropic: new Set(['chat']),
  xai: new Set(['chat', 'image', 'video']),
  sandbox: new Set(['chat', 'image', 'speech', 'video']),
}

/** An upstream service. Which adapter speaks to it is data; its credentials come from the environment. */
export interface Provider {
  /** Lower case; `<ID>_API_KEY` and `<ID>_BASE_URL` in the environment belong to it. */
  readonly id: string
  readonly adapter: ProviderAdapter
  readonly baseUrl: string | null
  /** False for servers that ask for none (vLLM, Ollama): then a base URL alone makes the provider usable. */
  readonly needsApiKey: boolean
  /** Of OpenAI's wire; null: the one that belongs to the adapter. */
  readonly dialect?: Dialect | null | undefined
  /** Chat fields that are passed on as they are: `name`, `messages.name`, `messages.content.name`. */
  readonly passFields?: readonly string[] | undefined
  /** Sent with every request to the provider's own address. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}
