import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { StoredAsset } from '../../../domain/media/stored-asset.ts'
import { fileFormatOf } from '../../../domain/media/file-format.ts'
import { readMp4 } from '../../../domain/media/mp4/mp4.ts'
import { boxesIn } from '../../../domain/media/mp4/mp4-boxes.ts'
import { mp4Outline } from '../../../domain/media/mp4/mp4-outline.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { MediaStore, StoredMedia } from '../../ports/media/media-store.ts'
import type { VideoPoll, VideoProvider } from '../../ports/providers/video-provider.ts'

/** A finished video, stored here. Its facts are those of its own header, null if that says nothing. */
export type VideoFile = Pick<StoredAsset, 'address' | 'sizeBytes' | 'mimeType' | 'width' | 'height' | 'seconds'>

/** No video of the lengths on offer comes near; more is not a video. */
const MAX_BYTES = 512_000_000

/** So many bytes tell what a file is. */
const BYTES_OF_FORMAT = 12

const VIDEO_FORMATS = ['video/mp4', 'video/webm'] as const

/** The format in which these bytes begin a video; null where they begin none. */
const videoFormatOf = (beginning: Uint8Array) => {
  const format = fileFormatOf(beginning)
  return VIDEO_FORMATS.find((each) => each === format) ?? null
}

/** Judges what arrives by its first bytes, whatever its provider calls it: an error page would be sold as a video. */
const arrivingFormat = () => {
  let beginning: Uint8Array = new Uint8Array()
  const isKnown = (): boolean => beginning.length >= BYTES_OF_FORMAT
  return {
    isKnown,
    of: () => videoFormatOf(beginning),
    /** False once it is known to be that of no video. */
    admit: (bytes: Uint8Array): boolean => {
      if (isKnown()) return true
      beginning = Buffer.concat([beginning, bytes.subarray(0, BYTES_OF_FORMAT)])
      return !isKnown() || videoFormatOf(beginning) !== null
    },
  }
}

/** A download that ended in order and still lacks a part, by the file's own account, or its frames. */
const isCut = (outline: Uint8Array): boolean => {
  if (fileFormatOf(outline) !== 'video/mp4') return false
  const boxes = boxesIn(outline)
  return boxes.some(({ whole }) => !whole) || !boxes.some(({ type }) => type === 'mdat')
}

/** The store is given the bytes as they arrive: a whole video in memory would be hundreds of megabytes. */
const arrivingVideo = (chunks: AsyncIterable<Either<UpstreamFailure, Uint8Array>>) => {
  const outline = mp4Outline()
  const format = arrivingFormat()
  let found: Uint8Array | null = null
  let isRefused = false
  /** The store keeps no file whose stream throws. */
  const refuse = (message: string): Error => {
    isRefused = true
    return new Error(message)
  }
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    let length = 0
    for await (const chunk of chunks) {
      if (isLeft(chunk)) throw refuse('the download of the video broke')
      length += chunk.right.length
      if (length > MAX_BYTES || !format.admit(chunk.right)) throw refuse('what is downloaded is no video')
      outline.add(chunk.right)
      yield chunk.right
    }
    found = outline.end()
    const isWhole = format.isKnown() && (found === null || !isCut(found))
    if (!isWhole) throw refuse('the downloaded video is not whole')
  }
  /** A store that fails before its first read leaves the download open. */
  const close = async (): Promise<void> => void (await chunks[Symbol.asyncIterator]().return?.())
  return { bytes, close, isRefused: () => isRefused, outline: () => found, format: format.of }
}

/** Null where what arrives is no whole video. */
const storeArriving = async (
  media: Pick<MediaStore, 'put'>,
  { bytes, close, isRefused }: ReturnType<typeof arrivingVideo>,
): Promise<StoredMedia | null> => {
  try {
    // The format is known behind the first bytes alone; no reader asks the store for it.
    return await media.put(bytes(), 'video/mp4')
  } catch (error) {
    if (isRefused()) return null
    throw error
  } finally {
    await close()
  }
}

/** Takes a finished video in; null when it could not be had whole. Providers keep theirs for hours only. */
export const fetchVideoFile = async (
  media: Pick<MediaStore, 'put'>,
  provider: VideoProvider,
  poll: VideoPoll,
  source: string,
): Promise<VideoFile | null> => {
  const opened = await provider.download(poll, source)
  if (isLeft(opened)) return null
  const arriving = arrivingVideo(opened.right)
  const stored = await storeArriving(media, arriving)
  const mimeType = arriving.format()
  if (stored === null || mimeType === null) return null
  const outline = arriving.outline()
  const facts = outline === null ? null : readMp4(outline)
  const { size, seconds } = facts !== null && isRight(facts) ? facts.right : { size: null, seconds: null }
  return { ...stored, mimeType, width: size?.width ?? null, height: size?.height ?? null, seconds }
}
