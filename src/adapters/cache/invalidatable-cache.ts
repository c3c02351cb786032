import type { Invalidated } from '../../application/ports/process/invalidation.ts'

/** What a cache evicts. `everything`: the process missed messages and cannot know which. */
export type InvalidationScope = Invalidated | { readonly tag: 'everything' }

/** A cache, whose entries may be older than the database. */
export interface InvalidatableCache {
  invalidate(what: InvalidationScope): void
}
