import type { ImageMimeType, MimeType } from './asset.ts'
import { hasText } from './byte-reading.ts'
import { imageFormatOf } from './image-format.ts'

const EBML = '\x1a\x45\xdf\xa3'

/** Layer III with a frame sync, and neither the reserved version, bit rate nor sample rate. */
const startsWithMp3Frame = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0, third = 0] = bytes
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  return (
    first === 0xff && second >> 5 === 7 && version !== 1 && layer === 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3
  )
}

/** Brands that use the same container for still images. */
const STILL_BRANDS = ['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']

const isVideoContainer = (bytes: Uint8Array): boolean =>
  hasText(bytes, 4, 'ftyp') && !STILL_BRANDS.some((brand) => hasText(bytes, 8, brand))

/**
 * The format of a file by its first bytes. Null for a format that this gateway does not handle. Raw PCM has no
 * signature and is never found here.
 */
export const fileFormatOf = (bytes: Uint8Array): Exclude<MimeType, 'audio/pcm'> | null => {
  const image: ImageMimeType | null = imageFormatOf(bytes)
  if (image !== null) return image
  if (isVideoContainer(bytes)) return 'video/mp4'
  if (hasText(bytes, 0, EBML)) return 'video/webm'
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WAVE')) return 'audio/wav'
  if (hasText(bytes, 0, 'ID3') || startsWithMp3Frame(bytes)) return 'audio/mpeg'
  return null
}
