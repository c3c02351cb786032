import type { ContentAddress, MimeType } from '../../domain/media/asset.ts'
import type { ByteRange } from '../../domain/media/byte-range.ts'

export interface StoredMedia {
  readonly address: ContentAddress
  readonly sizeBytes: number
}

export interface MediaContent {
  /** Of the whole file, also when a part was asked for. */
  readonly sizeBytes: number
  /** Must be iterated, at least to its first element and then left: it holds an open file or connection. */
  readonly content: AsyncIterable<Uint8Array>
}

export interface MediaListing extends StoredMedia {
  /** When it was last put, in milliseconds since the epoch by the store's own clock. */
  readonly putAtMs: number
}

/**
 * Files by the SHA-256 of their bytes. A file is there whole or not at all, and is durable once `put` has
 * resolved. Types and owners are the caller's to remember. A text that is no content address is simply not
 * there. Throws when the store itself is out of reach.
 */
export interface MediaStore {
  /**
   * Any number of callers may put the same bytes at once. Putting again counts as new for `list`, so that what
   * was just put is not pruned for its age. A stream that throws leaves nothing behind. The type is only told to
   * stores that show it to their operator.
   */
  put(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    mimeType: MimeType | 'application/octet-stream',
  ): Promise<StoredMedia>
  /** Null when there is no such file. */
  sizeOf(address: ContentAddress): Promise<number | null>
  /** The whole file or one part of it; null when there is none. The part must lie inside (see `decideRange`). */
  get(address: ContentAddress, range?: ByteRange): Promise<MediaContent | null>
  /**
   * Deletes a file that was last put before that time; false where there is none, or it is younger. A file in a
   * directory that is put again in that very moment stays; an object store can only look first and then delete.
   */
  delete(address: ContentAddress, putBeforeMs: number): Promise<boolean>
  /** Everything stored, in no particular order; for pruning what nothing refers to any more. */
  list(): AsyncIterable<MediaListing>
  /** Clears away what writers that crashed before that time left unfinished. What is younger may still be growing. */
  removeUnfinished(begunBeforeMs: number): Promise<void>
}
