import type { PixelSize } from '../asset.ts'
import { viewOf } from '../byte-reading.ts'
import { END_OF_IMAGE, standsAlone, START_OF_SCAN } from './jpeg-markers.ts'

/** The start-of-frame markers; C4, C8 and CC between them are tables and an extension. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/**
 * Reads the first frame header. A JPEG may hold a whole thumbnail inside a segment, so this function steps from segment
 * to segment.
 */
export const jpegSize = (bytes: Uint8Array): PixelSize | null => {
  const view = viewOf(bytes)
  let offset = 2
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = view.getUint8(offset + 1)
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    if (marker === 0xff) {
      offset += 1
    } else if (standsAlone(marker)) {
      offset += 2
    } else if (isFrameHeader(marker)) {
      if (offset + 9 > bytes.length) return null
      return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    } else {
      offset += 2 + Math.max(2, view.getUint16(offset + 2))
    }
  }
  return null
}
