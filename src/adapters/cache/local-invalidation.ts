import type { Invalidation } from '../../application/ports/process/invalidation.ts'
import type { InvalidatableCache } from './invalidatable-cache.ts'

/** Invalidates the caches of this process. Entries in other processes expire after their time to live. */
export const localInvalidation = (caches: readonly InvalidatableCache[]): Invalidation => ({
  announce: async (what) => {
    for (const cache of caches) cache.invalidate(what)
    return 0
  },
})
