import { isLeft } from 'fp-ts/lib/Either.js'
import { publicUrl } from '../media/public-url.ts'
import type { Provider } from './provider.ts'

/** What the environment says about a provider. */
export interface ProviderCredentials {
  readonly apiKey: string | null
  readonly baseUrl: string | null
}

export interface UsableProvider {
  readonly provider: Provider
  /** The environment's, else the catalogue's; null for the sandbox, which is called in process. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

const access = (provider: Provider, known: ProviderCredentials | undefined): UsableProvider => ({
  provider,
  baseUrl: known?.baseUrl ?? provider.baseUrl,
  apiKey: known?.apiKey ?? null,
})

const canBeCalled = ({ provider, baseUrl, apiKey }: UsableProvider, sandboxAllowed: boolean): boolean => {
  switch (provider.adapter) {
    case 'sandbox':
      return sandboxAllowed
    case 'openai-compatible':
    case 'openai':
    case 'google':
    case 'anthropic':
    case 'xai':
      return baseUrl !== null && (apiKey !== null || !provider.needsApiKey)
  }
}

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
 * Whether a provider may stand inside the operator's own network, where an address that a caller names could reach
 * what no caller may reach: servers that ask for no key, and those whose own address is not public.
 */
export const isInside = ({ provider, baseUrl }: UsableProvider): boolean =>
  !provider.needsApiKey || (baseUrl !== null && isLeft(publicUrl(baseUrl, ANY_PORT)))
