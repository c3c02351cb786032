import type { ImageMimeType } from './asset.ts'
import { hasText } from './byte-reading.ts'

/**
 * The format of an image by its first bytes. Null when it is none of the four. The type that a client or an upstream
 * states is never used, because it is often wrong.
 */
export const imageFormatOf = (bytes: Uint8Array): ImageMimeType | null => {
  if (hasText(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (hasText(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'image/webp'
  if (hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')) return 'image/gif'
  return null
}
