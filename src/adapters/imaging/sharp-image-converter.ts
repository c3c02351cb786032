import { type Either, left, right } from 'fp-ts/lib/Either.js'
import sharp, { type Sharp } from 'sharp'
import type {
  ConvertedImage,
  ImageConverter,
  InvalidImage,
  TargetImageMimeType,
} from '../../application/ports/image-converter.ts'
import { imageFormatOf } from '../../domain/media/image-format.ts'

/** Decoded, that is 200 MB at most: a few kilobytes of file must not claim more. */
const MAX_PIXELS = 50_000_000
const MAX_SECONDS = 20
const WHITE = '#ffffff'

const WRITERS: Readonly<Record<TargetImageMimeType, (image: Sharp) => Sharp>> = {
  'image/png': (image) => image.png(),
  'image/jpeg': (image) => image.flatten({ background: WHITE }).jpeg({ quality: 90 }),
  'image/webp': (image) => image.webp({ quality: 80 }),
}

const invalid = (message: string): Either<InvalidImage, never> => left({ tag: 'invalid_image', message })

/** `autoOrient` before all else, as the size and the picture would otherwise lie on their side. */
const convertWith = async (
  bytes: Uint8Array,
  mimeType: TargetImageMimeType,
  change: (image: Sharp) => Sharp,
): Promise<Either<InvalidImage, ConvertedImage>> => {
  // The library knows many more formats, some of which (SVG, PDF) can reach for other files.
  if (imageFormatOf(bytes) === null) return invalid('The file is no PNG, JPEG, WebP or GIF image.')
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
    const writing = WRITERS[mimeType](change(image)).timeout({ seconds: MAX_SECONDS })
    const { data, info } = await writing.toBuffer({ resolveWithObject: true })
    return right({ bytes: data, mimeType, width: info.width, height: info.height })
  } catch {
    return invalid('The image is broken or too large to be read.')
  }
}

/** libvips works on threads of its own, so the event loop stays free. */
export const sharpImageConverter = (): ImageConverter => ({
  thumbnail: (bytes, longestSidePx) =>
    convertWith(bytes, 'image/webp', (image) =>
      image.resize({ width: longestSidePx, height: longestSidePx, fit: 'inside', withoutEnlargement: true }),
    ),
  convert: (bytes, mimeType) => convertWith(bytes, mimeType, (image) => image),
})
