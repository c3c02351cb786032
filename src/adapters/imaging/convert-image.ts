import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type {
  ConvertedImage,
  InvalidImage,
  TargetImageMimeType,
} from '../../application/ports/media/image-converter.ts'
import type { ImageMimeType } from '../../domain/media/asset.ts'
import { barePng } from '../../domain/media/bare-png.ts'
import { imageFormatOf } from '../../domain/media/image-format.ts'
import { imageSize } from '../../domain/media/image-size.ts'
import { jpegScans } from '../../domain/media/jpeg/jpeg-scans.ts'
import { webpFrames } from '../../domain/media/webp-frames.ts'

/** The wanted result: another format, or an image that fits into a square. */
export interface ImageJob {
  readonly bytes: Uint8Array
  readonly mimeType: TargetImageMimeType
  readonly longestSidePx: number | null
}

/** Decoded, that is 200 MB at most. A file of a few kilobytes can claim more, and is refused. */
const MAX_PIXELS = 50_000_000
/** The library can decode these formats only whole. It shrinks the others while it reads them. */
const MAX_PIXELS_WITHOUT_SHRINKING = 25_000_000
const SHRUNK_ON_LOAD: readonly ImageMimeType[] = ['image/jpeg', 'image/webp']
/** No other format can have a longer side. The library takes its time for each row, also of a PNG one pixel wide. */
const MAX_SIDE_PX = 65_535
/** Cameras and programs write ten or so. The library goes over all pixels for each, and has no limit of its own. */
const MAX_SCANS = 100
/** A minute of an animation has fewer. The library goes over all frames for each, although it decodes one. */
const MAX_FRAMES = 2_000
const MAX_SECONDS = 20
const WHITE = '#ffffff'

const WRITERS: Readonly<Record<TargetImageMimeType, (image: Sharp) => Sharp>> = {
  'image/png': (image) => image.png(),
  'image/jpeg': (image) => image.flatten({ background: WHITE }).jpeg({ quality: 90 }),
  'image/webp': (image) => image.webp({ quality: 80 }),
}

const invalid = (message: string): Either<InvalidImage, never> => left({ tag: 'invalid_image', message })

const fits = (image: Sharp, longestSidePx: number | null): Sharp =>
  longestSidePx === null
    ? image
    : image.resize({ width: longestSidePx, height: longestSidePx, fit: 'inside', withoutEnlargement: true })

const pixelLimit = (format: ImageMimeType, longestSidePx: number | null): number =>
  longestSidePx === null || SHRUNK_ON_LOAD.includes(format) ? MAX_PIXELS : MAX_PIXELS_WITHOUT_SHRINKING

/** Why the library is not given an image of which a header says so; null where it is. */
const tooCostly = (bytes: Uint8Array, format: ImageMimeType, limit: number): string | null => {
  const { width, height } = imageSize(bytes) ?? { width: 0, height: 0 }
  if (width * height > limit || Math.max(width, height) > MAX_SIDE_PX) return 'The image has too many pixels.'
  if (format === 'image/jpeg' && jpegScans(bytes) > MAX_SCANS) return 'The image has too many scans.'
  return format === 'image/webp' && webpFrames(bytes) > MAX_FRAMES ? 'The image has too many frames.' : null
}

const readable = (bytes: Uint8Array, format: ImageMimeType): Uint8Array =>
  format === 'image/png' ? Buffer.concat(barePng(bytes)) : bytes

/** Decodes an image and writes it anew, without the metadata of cameras and programs. */
export const convertImage = async ({
  bytes,
  mimeType,
  longestSidePx,
}: ImageJob): Promise<Either<InvalidImage, ConvertedImage>> => {
  // The library knows many more formats, some of which (SVG, PDF) can reach for other files.
  const format = imageFormatOf(bytes)
  if (format === null) return invalid('The file is no PNG, JPEG, WebP or GIF image.')
  const limit = pixelLimit(format, longestSidePx)
  const refused = tooCostly(bytes, format, limit)
  if (refused !== null) return invalid(refused)
  try {
    // `autoOrient` comes first. Otherwise the result is as the camera lay, and not upright.
    const image = fits(
      sharp(readable(bytes, format), { limitInputPixels: limit, failOn: 'error' }).autoOrient(),
      longestSidePx,
    )
    const writing = WRITERS[mimeType](image).timeout({ seconds: MAX_SECONDS })
    const { data, info } = await writing.toBuffer({ resolveWithObject: true })
    return right({ bytes: data, mimeType, width: info.width, height: info.height })
  } catch {
    return invalid('The image is broken or too large to be read.')
  }
}
