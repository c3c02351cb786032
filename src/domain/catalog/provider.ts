import type { ModelKind, NativeWire } from './model.ts'

/**
 * An adapter as the catalogue knows it: what can be asked of it. Which adapters exist is decided outside the domain.
 */
export interface ProviderAdapter {
  /** As `adapter:` in catalog.yaml names it. */
  readonly name: string
  /** The kinds of model that its providers can be asked for. */
  readonly serves: ReadonlySet<ModelKind>
  /**
   * The dialects that a provider of it may have; empty where its wire has none, and then it passes no fields on either.
   */
  readonly dialects: ReadonlySet<string>
  /** The wires, beside chat completions, in which its providers may be asked. */
  readonly nativeWires: ReadonlySet<NativeWire>
  /** The qualities of an image that it asks its providers for; absent: whatever the caller names. */
  readonly imageQualities?: ReadonlySet<string> | undefined
  /** Answers inside this process: without an address, a key or a cost. */
  readonly isInProcess: boolean
}

/** An upstream service. Its credentials come from the environment. */
export interface Provider {
  /** Lower case; `<ID>_API_KEY` and `<ID>_BASE_URL` in the environment belong to it. */
  readonly id: string
  readonly adapter: ProviderAdapter
  readonly baseUrl: string | null
  /** False for servers that ask for none (vLLM, Ollama): then a base URL alone makes the provider usable. */
  readonly needsApiKey: boolean
  /** How the provider departs from its adapter's wire; null: as the adapter itself speaks it. */
  readonly dialect?: string | null | undefined
  /** Chat fields that are passed on as they are: `name`, `messages.name`, `messages.content.name`. */
  readonly passFields?: readonly string[] | undefined
  /** Sent with every request to the provider's own address. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether it is sent the W3C trace context of a call; absent: if it is the operator's own server. */
  readonly joinsTraces?: boolean | undefined
}
