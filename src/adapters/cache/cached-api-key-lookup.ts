import { LRUCache } from 'lru-cache'
import type { ApiKeyLookup, FamiliarKeyLookup } from '../../application/ports/api-key-lookup.ts'
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

/** Saves the gateway a query a call, and a query for each unknown key that is presented again. */
export const cachedApiKeyLookup = (
  inner: ApiKeyLookup,
  options: LookupCacheOptions = {},
): Forgetful<FamiliarKeyLookup> => {
  const { most = MOST_REMEMBERED, ttlMs = LOOKUP_TTL_MS, monotonicMs = () => performance.now() } = options
  // Hashes of unknown keys, and until when they are taken for unknown. No key is presented before it is made.
  const unknown = new LRUCache<string, number>({ max: most })
  const isUnknown = (keyHash: string): boolean => monotonicMs() < (unknown.get(keyHash) ?? 0)
  const keys = remembered({
    load: async (keyHash) => {
      const staleAtMs = monotonicMs() + ttlMs
      const key = await inner.find(keyHash)
      if (key === null) unknown.set(keyHash, staleAtMs)
      return key
    },
    most,
    ttlMs,
    monotonicMs,
  })
  return {
    find: (keyHash) => (isUnknown(keyHash) ? Promise.resolve(null) : keys.get(keyHash)),
    isFamiliar: (keyHash) => keys.wasFound(keyHash) || isUnknown(keyHash),
    forget: (what) => {
      unknown.clear()
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
