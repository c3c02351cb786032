import { hasText } from './byte-reading.ts'

const FRAME = 'ANMF'
const FIRST_BYTE = FRAME.charCodeAt(0)

/**
 * The most frames that a WebP can have: how often the name of one is written in the file. Readers differ in where they
 * go on behind a frame that is longer than its image, and a name hidden there is one more frame to some of them.
 */
export const webpFrames = (bytes: Uint8Array): number => {
  let frames = 0
  for (let at = bytes.indexOf(FIRST_BYTE); at >= 0; at = bytes.indexOf(FIRST_BYTE, at + 1)) {
    if (hasText(bytes, at, FRAME)) frames += 1
  }
  return frames
}
