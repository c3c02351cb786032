import type { PixelSize } from './asset.ts'
import { fourCharacters, hasText, viewOf } from './byte-reading.ts'

/** The first chunk begins here: `RIFF`, four bytes of length, `WEBP`, then its name and its length. */
const CHUNK_NAME = 12
const CHUNK_DATA = 20

const lossy = (bytes: Uint8Array): PixelSize | null => {
  if (bytes.length < CHUNK_DATA + 10 || !hasText(bytes, CHUNK_DATA + 3, '\x9d\x01\x2a')) return null
  const view = viewOf(bytes)
  // The upper two bits of each are a scaling hint for players.
  return {
    width: view.getUint16(CHUNK_DATA + 6, true) & 0x3fff,
    height: view.getUint16(CHUNK_DATA + 8, true) & 0x3fff,
  }
}

const lossless = (bytes: Uint8Array): PixelSize | null => {
  if (bytes.length < CHUNK_DATA + 5 || bytes[CHUNK_DATA] !== 0x2f) return null
  const packed = viewOf(bytes).getUint32(CHUNK_DATA + 1, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

const extended = (bytes: Uint8Array): PixelSize | null => {
  if (bytes.length < CHUNK_DATA + 10) return null
  const view = viewOf(bytes)
  const threeBytes = (offset: number): number => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16)
  return { width: threeBytes(CHUNK_DATA + 4) + 1, height: threeBytes(CHUNK_DATA + 7) + 1 }
}

/** The canvas of a WebP in any of its three layouts. */
export const webpSize = (bytes: Uint8Array): PixelSize | null => {
  const layout = fourCharacters(bytes, CHUNK_NAME)
  if (layout === 'VP8 ') return lossy(bytes)
  if (layout === 'VP8L') return lossless(bytes)
  return layout === 'VP8X' ? extended(bytes) : null
}
