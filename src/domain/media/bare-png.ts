import { fourCharacters, viewOf } from './byte-reading.ts'

/** Behind the mark of the format. */
const FIRST_CHUNK = 8
/** Of a chunk beside its content: its length and its name before that, and a checksum behind it. */
const BYTES_BESIDE_CONTENT = 12
/** The names of chunks without which the image can be read begin in lower case. */
const LOWER_CASE = 0x20

/** Such chunks that tell how the image looks, each of which a file may have once. */
const TELLS_LOOK: ReadonlySet<string> = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs', 'eXIf'])

/**
 * The parts of a PNG by which its pixels are read, in order. Texts are left out: the library unpacks every one of them,
 * each up to 50 MB out of 50 kB, and holds all at once. A file without them is one part, and so is what comes behind a
 * chunk that is cut.
 */
export const barePng = (bytes: Uint8Array): readonly Uint8Array[] => {
  const view = viewOf(bytes)
  const seen = new Set<string>()
  const parts: Uint8Array[] = []
  let keptFrom = 0
  for (let offset = FIRST_CHUNK; offset + BYTES_BESIDE_CONTENT <= bytes.length;) {
    const end = offset + BYTES_BESIDE_CONTENT + view.getUint32(offset)
    const name = fourCharacters(bytes, offset + 4)
    const isNeeded = (view.getUint8(offset + 4) & LOWER_CASE) === 0 || (TELLS_LOOK.has(name) && !seen.has(name))
    if (isNeeded) seen.add(name)
    else {
      if (offset > keptFrom) parts.push(bytes.subarray(keptFrom, offset))
      keptFrom = Math.min(end, bytes.length)
    }
    offset = end
  }
  if (keptFrom < bytes.length) parts.push(bytes.subarray(keptFrom))
  return parts
}
