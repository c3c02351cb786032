import type { Invalidated, Invalidation } from '../../application/ports/invalidation.ts'

/** Tells the caches of this process. Those of other instances forget by themselves after their time to live. */
export const localInvalidation = (
  caches: readonly { readonly forget: (what: Invalidated) => void }[],
): Invalidation => ({
  announce: async (what) => {
    for (const cache of caches) cache.forget(what)
  },
})
