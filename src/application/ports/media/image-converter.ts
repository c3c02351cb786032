import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageMimeType, PixelSize } from '../../../domain/media/asset.ts'

/** The bytes are no image of a known format, are broken, or have more pixels than the limit. */
export interface InvalidImage {
  readonly tag: 'invalid_image'
  readonly message: string
}

export interface ConvertedImage extends PixelSize {
  readonly bytes: Uint8Array
  readonly mimeType: ImageMimeType
}

export type TargetImageMimeType = Exclude<ImageMimeType, 'image/gif'>

/** Decodes and writes images. Of an animation the first frame counts. Metadata of the camera is left out. */
export interface ImageConverter {
  /** A WebP that fits into a square of that many pixels, upright; never larger than the original. */
  thumbnail(bytes: Uint8Array, longestSidePx: number): Promise<Either<InvalidImage, ConvertedImage>>
  /** The same image, upright, in another format. JPEG has no transparency: white shines through. */
  convert(bytes: Uint8Array, mimeType: TargetImageMimeType): Promise<Either<InvalidImage, ConvertedImage>>
}

/** The longest side of the thumbnails shown in lists. */
export const THUMBNAIL_PX = 512
