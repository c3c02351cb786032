import { convertImage } from '../../../src/adapters/imaging/convert-image.ts'
import type { ImageConverter } from '../../../src/application/ports/media/image-converter.ts'

/** The same conversions without processes of their own. */
export const inlineImageConverter = (): ImageConverter => ({
  thumbnail: (bytes, longestSidePx) => convertImage({ bytes, mimeType: 'image/webp', longestSidePx }),
  convert: (bytes, mimeType) => convertImage({ bytes, mimeType, longestSidePx: null }),
})
