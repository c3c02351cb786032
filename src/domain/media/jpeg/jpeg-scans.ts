import { viewOf } from '../byte-reading.ts'
import { END_OF_IMAGE, standsAlone, START_OF_SCAN } from './jpeg-markers.ts'

/** Behind a byte of 255 in the coded data, where it is no marker. */
const STUFFED = 0x00

/**
 * How many scans a JPEG has. Each may take a few bytes of the file and goes over every pixel, so a file of 300 kB can
 * cost as much as thousands of images. One walk, by the rules of the library that decodes it: what is between two
 * segments is skipped, and nothing behind the end of the image is read.
 */
export const jpegScans = (bytes: Uint8Array): number => {
  const view = viewOf(bytes)
  let scans = 0
  let offset = 2
  while (offset + 4 <= bytes.length) {
    const marker = bytes[offset] === 0xff ? view.getUint8(offset + 1) : null
    if (marker === END_OF_IMAGE) break
    if (marker === START_OF_SCAN) scans += 1
    if (marker === null || marker === 0xff) offset += 1
    else if (marker === STUFFED || standsAlone(marker)) offset += 2
    else offset += 2 + Math.max(2, view.getUint16(offset + 2))
  }
  return scans
}
