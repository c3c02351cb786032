import type { ApiKeyLookup } from '../../application/ports/api-key-lookup.ts'
import type { ForgettingCache } from './forgetting-cache.ts'
import { remembered } from './remembered.ts'

export interface LookupCacheOptions {
  readonly most?: number
  readonly ttlMs?: number
  readonly monotonicMs?: () => number
}

/** Contract 4 and 5: what another instance took away is refused here within five seconds. */
export const LOOKUP_TTL_MS = 5_000
export const MOST_REMEMBERED = 10_000

/** A look-up with a memory, and the way to make it forget. */
export type Forgetful<A> = A & ForgettingCache

/** Saves the gateway a query a call. */
export const cachedApiKeyLookup = (inner: ApiKeyLookup, options: LookupCacheOptions = {}): Forgetful<ApiKeyLookup> => {
  const keys = remembered({
    load: (keyHash) => inner.find(keyHash),
    most: MOST_REMEMBERED,
    ttlMs: LOOKUP_TTL_MS,
    ...options,
  })
  return {
    find: (keyHash) => keys.get(keyHash),
    forget: (what) => {
      switch (what.tag) {
        case 'api_key':
          return keys.forget((_, { principal }) => principal.keyId === what.id)
        case 'user':
          return keys.forget((_, { principal }) => principal.userId === what.id)
        case 'everything':
          return keys.forget(() => true)
        case 'session':
          return
      }
    },
  }
}
