import type { ContentAddress } from '../../../domain/media/asset.ts'

/**
 * The rows that refer to stored files: files and thumbnails of operations and messages, and recorded responses too
 * large for their row. The file of a public gateway's video counts until the video expires; the video of a message
 * stays for good. Times are milliseconds since the epoch.
 */
export interface MediaReferences {
  /** The addresses of the list to which a row refers at that time. */
  referredTo(addresses: readonly ContentAddress[], atMs: number): Promise<ReadonlySet<ContentAddress>>
  /** Deletes the asset rows of at most `limit` videos that have expired by then. Returns the number of videos. */
  removeExpiredVideos(atMs: number, limit: number): Promise<number>
}
