import type { ContentAddress } from '../../domain/media/asset.ts'

/**
 * What refers to stored files: the files and thumbnails of operations and messages, and recorded answers too large
 * for their row. The file of a film of the public gateway counts until the film expires; a film that belongs to a
 * message is kept for good. Times are milliseconds since the epoch.
 */
export interface MediaReferences {
  /** Of these addresses those that something refers to at that time. */
  referredTo(addresses: readonly ContentAddress[], atMs: number): Promise<ReadonlySet<ContentAddress>>
  /** Forgets the files of at most so many films that have expired by then; answers of how many. */
  forgetExpiredFilms(atMs: number, limit: number): Promise<number>
}
