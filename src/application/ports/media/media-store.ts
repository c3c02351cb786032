import type { ContentAddress, MimeType } from '../../../domain/media/asset.ts'
import type { ByteRange } from '../../../domain/media/byte-range.ts'

export interface StoredMedia {
  readonly address: ContentAddress
  readonly sizeBytes: number
}

interface MediaContent {
  /** Of the whole file, also when a part was asked for. */
  readonly sizeBytes: number
  /** The caller must iterate it, at least to its first element: it holds an open file or connection. */
  readonly content: AsyncIterable<Uint8Array>
}

export interface MediaListing extends StoredMedia {
  /** When it was last put, in milliseconds since the epoch by the store's own clock. */
  readonly putAtMs: number
}

/**
 * Files by the SHA-256 of their bytes. A file exists whole or not at all, and is durable after `put` has resolved. The
 * caller stores types and owners. A text that is no content address names no file. Throws when the store itself is out
 * of reach.
 */
export interface MediaStore {
  /**
   * Any number of callers may put the same bytes at the same time. A repeated put counts as new for `list`, so that
   * pruning does not delete a file that was just put. A stream that throws leaves no file. Only stores that show the
   * type to their operator use it.
   */
  put(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    mimeType: MimeType | 'application/octet-stream',
  ): Promise<StoredMedia>
  /** Null when there is no such file. */
  sizeOf(address: ContentAddress): Promise<number | null>
  /** The whole file or one part of it; null when it does not exist. The part must lie inside (see `decideRange`). */
  get(address: ContentAddress, range?: ByteRange): Promise<MediaContent | null>
  /**
   * Deletes a file that was last put before that time. False where it does not exist or is younger. A file in a
   * directory that is put again at that moment stays; an object store can only look first and then delete.
   */
  delete(address: ContentAddress, putBeforeMs: number): Promise<boolean>
  /** All stored files, in no particular order. For the pruning of unreferenced files. */
  list(): AsyncIterable<MediaListing>
  /** Deletes unfinished files of writers that crashed before that time. A younger one may still be growing. */
  removeUnfinished(begunBeforeMs: number): Promise<void>
}
