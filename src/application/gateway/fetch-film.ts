import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { fileFormatOf } from '../../domain/media/file-format.ts'
import { readMp4 } from '../../domain/media/mp4.ts'
import { boxesIn } from '../../domain/media/mp4-boxes.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { VideoPoll, VideoProvider } from '../ports/video-provider.ts'

/** A finished film, stored here. Its facts are those of its own header, null where that says nothing. */
export type Film = Pick<StoredAsset, 'address' | 'sizeBytes' | 'width' | 'height' | 'seconds'>

/** No film of the lengths on offer comes near; more is not a film. */
const MOST_BYTES = 512_000_000

const download = async (provider: VideoProvider, poll: VideoPoll, source: string): Promise<Uint8Array | null> => {
  const opened = await provider.download(poll, source)
  if (isLeft(opened)) return null
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of opened.right) {
    if (isLeft(chunk)) return null
    length += chunk.right.length
    if (length > MOST_BYTES) return null
    chunks.push(chunk.right)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** A download that ended in order and still lacks a part, by the file's own account. */
const isCut = (bytes: Uint8Array): boolean =>
  fileFormatOf(bytes) === 'video/mp4' && boxesIn(bytes).some(({ whole }) => !whole)

/** Takes a finished film in; null when it could not be had whole. Vendors keep theirs for hours only. */
export const fetchFilm = async (
  media: Pick<MediaStore, 'put'>,
  provider: VideoProvider,
  poll: VideoPoll,
  source: string,
): Promise<Film | null> => {
  const bytes = await download(provider, poll, source)
  if (bytes === null || bytes.length === 0 || isCut(bytes)) return null
  const { address, sizeBytes } = await media.put(bytes, 'video/mp4')
  const facts = readMp4(bytes)
  return {
    address,
    sizeBytes,
    width: isRight(facts) ? (facts.right.size?.width ?? null) : null,
    height: isRight(facts) ? (facts.right.size?.height ?? null) : null,
    seconds: isRight(facts) ? facts.right.seconds : null,
  }
}
