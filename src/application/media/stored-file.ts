import type { ContentAddress, MimeType } from '../../domain/media/asset.ts'
import type { ByteRange } from '../../domain/media/byte-range.ts'
import type { MediaStore } from '../ports/media/media-store.ts'

/** A file that exists and is not open yet. */
export interface StoredFile<T extends string = MimeType> {
  /** The address also names the content: equal addresses have equal bytes. */
  readonly address: ContentAddress
  readonly mimeType: T
  readonly sizeBytes: number
  /** Opens the file, or one part of it, at the first read. */
  readonly read: (range?: ByteRange) => AsyncIterable<Uint8Array>
}

/** Finds a file in the store. Null when it is not there. */
export const storedFile = async <T extends string>(
  media: Pick<MediaStore, 'sizeOf' | 'get'>,
  address: ContentAddress,
  mimeType: T,
): Promise<StoredFile<T> | null> => {
  const sizeBytes = await media.sizeOf(address)
  if (sizeBytes === null) return null
  const read = async function* (range?: ByteRange): AsyncGenerator<Uint8Array> {
    const found = await media.get(address, range)
    if (found === null) throw new Error(`the stored file ${address} is gone`)
    yield* found.content
  }
  return { address, mimeType, sizeBytes, read }
}
