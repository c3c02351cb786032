import type { SessionLookup } from '../../application/ports/session-lookup.ts'
import { type Forgetful, LOOKUP_TTL_MS, type LookupCacheOptions, MOST_REMEMBERED } from './cached-api-key-lookup.ts'
import { remembered } from './remembered.ts'

/** Saves the account interface a query a request. */
export const cachedSessionLookup = (
  inner: SessionLookup,
  options: LookupCacheOptions = {},
): Forgetful<SessionLookup> => {
  const sessions = remembered({
    load: (sessionId) => inner.find(sessionId),
    most: MOST_REMEMBERED,
    ttlMs: LOOKUP_TTL_MS,
    ...options,
  })
  return {
    find: (sessionId) => sessions.get(sessionId),
    forget: (what) => {
      switch (what.tag) {
        case 'session':
          return sessions.forget((sessionId) => sessionId === what.id)
        case 'user':
          return sessions.forget((_, { userId }) => userId === what.id)
        case 'everything':
          return sessions.forget(() => true)
        case 'api_key':
          return
      }
    },
  }
}
