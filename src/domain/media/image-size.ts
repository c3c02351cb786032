import type { ImageMimeType, PixelSize } from './asset.ts'
import { hasText, viewOf } from './byte-reading.ts'
import { imageFormatOf } from './image-format.ts'
import { jpegSize } from './jpeg/jpeg-size.ts'
import { webpSize } from './webp-size.ts'

const pngSize = (bytes: Uint8Array): PixelSize | null => {
  if (bytes.length < 24 || !hasText(bytes, 12, 'IHDR')) return null
  const view = viewOf(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

const gifSize = (bytes: Uint8Array): PixelSize | null => {
  if (bytes.length < 10) return null
  const view = viewOf(bytes)
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

const READERS: Readonly<Record<ImageMimeType, (bytes: Uint8Array) => PixelSize | null>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/gif': gifSize,
}

/**
 * The size in pixels that an image's header declares, before the rotation that its metadata may ask for. Null when the
 * bytes are no image or the header is broken. The image is not decoded, so a size here does not prove that the file is
 * whole.
 */
export const imageSize = (bytes: Uint8Array): PixelSize | null => {
  const format = imageFormatOf(bytes)
  const size = format === null ? null : READERS[format](bytes)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}
