import { isLeft } from 'fp-ts/lib/Either.js'
import { publicUrl } from '../media/public-url.ts'
import type { Provider } from '../catalog/provider.ts'

/** What the environment says about a provider; null where it says nothing. */
export interface ProviderCredentials {
  readonly apiKey: string | null
  /** No trailing slash. */
  readonly baseUrl: string | null
}

export interface UsableProvider {
  readonly provider: Provider
  /** The environment's, else the catalogue's; null for an adapter that answers in this process. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

const access = (provider: Provider, known: ProviderCredentials | undefined): UsableProvider => ({
  provider,
  baseUrl: known?.baseUrl ?? provider.baseUrl,
  apiKey: known?.apiKey ?? null,
})

const canBeCalled = ({ provider, baseUrl, apiKey }: UsableProvider, sandboxAllowed: boolean): boolean =>
  provider.adapter.isInProcess ? sandboxAllowed : baseUrl !== null && (apiKey !== null || !provider.needsApiKey)

/** The providers this installation can call, by id. */
export const usableProviders = (
  providers: readonly Provider[],
  credentials: ReadonlyMap<string, ProviderCredentials>,
  sandboxAllowed: boolean,
): ReadonlyMap<string, UsableProvider> =>
  new Map(
    providers
      .map((provider) => access(provider, credentials.get(provider.id)))
      .filter((candidate) => canBeCalled(candidate, sandboxAllowed))
      .map((usable) => [usable.provider.id, usable]),
  )

const ANY_PORT = { ports: null, isExempt: () => false }

/**
 * Whether a provider may stand inside the operator's own network, where an address from a caller could reach a server
 * that callers may not reach: a server without an API key, or one whose own address is not public.
 */
export const isInternalProvider = ({ provider, baseUrl }: UsableProvider): boolean =>
  !provider.needsApiKey || (baseUrl !== null && isLeft(publicUrl(baseUrl, ANY_PORT)))

/**
 * Whether a provider is sent the trace that a call belongs to: where the catalogue says so, and where it says nothing
 * if it is a server of the operator's own. No other provider learns which of its calls belong together.
 */
export const joinsTraces = (usable: UsableProvider): boolean =>
  !usable.provider.adapter.isInProcess && (usable.provider.joinsTraces ?? isInternalProvider(usable))
