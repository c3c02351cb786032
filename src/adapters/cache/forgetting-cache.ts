import type { Invalidated } from '../../application/ports/invalidation.ts'

/** What a cache can be told to forget. `everything` where it is not known what was missed. */
export type Forgotten = Invalidated | { readonly tag: 'everything' }

/** A memory that may be older than the database, and the way to make it forget. */
export interface ForgettingCache {
  forget(what: Forgotten): void
}
