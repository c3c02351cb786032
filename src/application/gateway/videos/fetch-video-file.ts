import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { StoredAsset } from '../../../domain/media/stored-asset.ts'
import { fileFormatOf } from '../../../domain/media/file-format.ts'
import { readMp4 } from '../../../domain/media/mp4.ts'
import { boxesIn } from '../../../domain/media/mp4-boxes.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { VideoPoll, VideoProvider } from '../../ports/providers/video-provider.ts'

/** A finished video, stored here. Its facts are those of its own header, null if that says nothing. */
export type VideoFile = Pick<StoredAsset, 'address' | 'sizeBytes' | 'width' | 'height' | 'seconds'>

/** No video of the lengths on offer comes near; more is not a video. */
const MAX_BYTES = 512_000_000

const download = async (provider: VideoProvider, poll: VideoPoll, source: string): Promise<Uint8Array | null> => {
  const opened = await provider.download(poll, source)
  if (isLeft(opened)) return null
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of opened.right) {
    if (isLeft(chunk)) return null
    length += chunk.right.length
    if (length > MAX_BYTES) return null
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

/** Takes a finished video in; null when it could not be had whole. Providers keep theirs for hours only. */
export const fetchVideoFile = async (
  media: Pick<MediaStore, 'put'>,
  provider: VideoProvider,
  poll: VideoPoll,
  source: string,
): Promise<VideoFile | null> => {
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
