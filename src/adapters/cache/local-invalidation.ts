import type { Invalidation } from '../../application/ports/invalidation.ts'
import type { ForgettingCache } from './forgetting-cache.ts'

/** Tells the caches of this process. Those of other instances forget by themselves after their time to live. */
export const localInvalidation = (caches: readonly ForgettingCache[]): Invalidation => ({
  announce: async (what) => {
    for (const cache of caches) cache.forget(what)
  },
})
