import { LRUCache } from 'lru-cache'
import type { ApiKeyLookup, CachedApiKeyLookup } from '../../application/ports/accounts/api-key-lookup.ts'
import type { InvalidatableCache } from './invalidatable-cache.ts'
import { loadingCache } from './loading-cache.ts'

export interface LookupCacheOptions {
  readonly most?: number
  readonly ttlMs?: number
  readonly monotonicMs?: () => number
  /**
   * Whether a found key is known past its time where looking for it failed so, `sinceMs` after that failed first.
   * Absent: never.
   */
  readonly outlives?: (error: unknown, sinceMs: number) => boolean
}

/** Contract 4 and 5: what another instance took away is refused here within five seconds. */
export const LOOKUP_TTL_MS = 5_000
export const MAX_CACHED_ENTRIES = 10_000

/** A look-up with a cache that can be invalidated. */
export type Invalidatable<A> = A & InvalidatableCache

/** Saves the gateway a query a call, and a query for each unknown key that is presented again. */
export const cachedApiKeyLookup = (
  inner: ApiKeyLookup,
  options: LookupCacheOptions = {},
): Invalidatable<CachedApiKeyLookup> => {
  const { most = MAX_CACHED_ENTRIES, ttlMs = LOOKUP_TTL_MS, monotonicMs = () => performance.now(), outlives } = options
  // Hashes of unknown keys, and until when they are taken for unknown. No key is presented before it is made.
  const unknown = new LRUCache<string, number>({ max: most })
  const isUnknown = (keyHash: string): boolean => monotonicMs() < (unknown.get(keyHash) ?? 0)
  const keys = loadingCache({
    load: async (keyHash) => {
      const staleAtMs = monotonicMs() + ttlMs
      const key = await inner.find(keyHash)
      if (key === null) unknown.set(keyHash, staleAtMs)
      return key
    },
    most,
    ttlMs,
    monotonicMs,
    ...(outlives === undefined ? {} : { outlives }),
  })
  return {
    find: (keyHash) => (isUnknown(keyHash) ? null : keys.get(keyHash)),
    isCached: (keyHash) => keys.wasFound(keyHash) || isUnknown(keyHash),
    invalidate: (what) => {
      unknown.clear()
      switch (what.tag) {
        case 'api_key':
          return keys.invalidate((_, { principal }) => principal.keyId === what.id)
        case 'user':
          return keys.invalidate((_, { principal }) => principal.userId === what.id)
        case 'everything':
          return keys.invalidate(() => true)
        case 'session':
        case 'catalog':
        case 'deployments':
          return
      }
    },
  }
}
