import type { SessionLookup } from '../../application/ports/accounts/session-lookup.ts'
import { LOOKUP_TTL_MS, MAX_CACHED_ENTRIES } from './cached-api-key-lookup.ts'
import type { Invalidatable, LookupCacheOptions } from './cached-api-key-lookup.ts'
import { loadingCache } from './loading-cache.ts'

/** Saves the account interface a query a request. */
export const cachedSessionLookup = (
  inner: SessionLookup,
  options: LookupCacheOptions = {},
): Invalidatable<SessionLookup> => {
  const sessions = loadingCache({
    load: async (sessionId) => inner.find(sessionId),
    most: MAX_CACHED_ENTRIES,
    ttlMs: LOOKUP_TTL_MS,
    ...options,
  })
  return {
    find: sessions.get,
    invalidate: (what) => {
      switch (what.tag) {
        case 'session':
          return sessions.invalidate((sessionId) => sessionId === what.id)
        case 'user':
          return sessions.invalidate((_, { userId }) => userId === what.id)
        case 'everything':
          return sessions.invalidate(() => true)
        case 'api_key':
        case 'catalog':
        case 'deployments':
          return
      }
    },
  }
}
