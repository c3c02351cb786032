import { fourCharacters, viewOf } from '../byte-reading.ts'
import { LONG_HEADER_BYTES, SHORT_HEADER_BYTES } from './mp4-boxes.ts'

/** The boxes that facts are read from. All others, the frames above all, count by their name and place. */
const KEPT: ReadonlySet<string> = new Set(['ftyp', 'moov', 'moof'])

/** The description of an hour of video is smaller. */
const MAX_BYTES = 4_000_000

/** A box without content; one of length 9 declares a byte that never comes, so a reader finds that it was cut. */
const emptyBox = (type: Uint8Array, length: 8 | 9): Uint8Array => {
  const box = new Uint8Array(SHORT_HEADER_BYTES)
  box[3] = length
  box.set(type, 4)
  return box
}

/** Bytes that are put one behind the other, up to the bound. */
const boundedBytes = () => {
  let kept = new Uint8Array(LONG_HEADER_BYTES)
  let length = 0
  return {
    /** False where they are too many. */
    add: (bytes: Uint8Array): boolean => {
      const from = length
      length += bytes.length
      if (length > MAX_BYTES) return false
      if (length > kept.length) {
        // Twice as much each time: all copies together are no more than twice the bytes.
        const larger = new Uint8Array(2 * length)
        larger.set(kept)
        kept = larger
      }
      kept.set(bytes, from)
      return true
    },
    whole: (): Uint8Array | null => (length > MAX_BYTES ? null : kept.subarray(0, length)),
  }
}

/** The box that the next bytes belong to. */
interface OpenBox {
  readonly type: Uint8Array
  readonly isKept: boolean
  /** Bytes of its content that are still to come; infinite where the box goes on to the end of the file. */
  left: number
}

interface Mp4Outline {
  readonly add: (bytes: Uint8Array) => void
  /**
   * A file of which `boxesIn` and `readMp4` find what they find of the whole one; null where it would be too large.
   */
  readonly end: () => Uint8Array | null
}

/** The outline of an MP4 that passes by, made in a memory that does not grow with the file. */
export const mp4Outline = (): Mp4Outline => {
  const header = new Uint8Array(LONG_HEADER_BYTES)
  const outline = boundedBytes()
  let headerBytes = 0
  let box: OpenBox | null = null
  /** Behind bytes that are no box a reader stops. */
  let isOver = false

  const keep = (bytes: Uint8Array): void => {
    isOver ||= !outline.add(bytes)
  }

  const endBox = ({ type, isKept, left }: OpenBox): void => {
    if (!isKept) keep(emptyBox(type, left === 0 || left === Number.POSITIVE_INFINITY ? 8 : 9))
    box = null
  }

  const begin = (): void => {
    const view = viewOf(header)
    const declared = headerBytes === LONG_HEADER_BYTES ? Number(view.getBigUint64(8)) : view.getUint32(0)
    const left = declared === 0 ? Number.POSITIVE_INFINITY : declared - headerBytes
    const isKept = KEPT.has(fourCharacters(header, 4))
    isOver ||= left < 0
    if (!isOver && isKept) keep(header.subarray(0, headerBytes))
    box = { type: header.slice(4, 8), isKept, left }
    headerBytes = 0
    if (left === 0) endBox(box)
  }

  /** Adds to the header of the next box, and returns how many bytes it took. */
  const addToHeader = (bytes: Uint8Array): number => {
    const isLong = headerBytes >= SHORT_HEADER_BYTES
    const taken = bytes.subarray(0, (isLong ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES) - headerBytes)
    header.set(taken, headerBytes)
    headerBytes += taken.length
    if (headerBytes === LONG_HEADER_BYTES) begin()
    else if (headerBytes === SHORT_HEADER_BYTES && viewOf(header).getUint32(0) !== 1) begin()
    return taken.length
  }

  const addToBox = (bytes: Uint8Array, to: OpenBox): number => {
    const taken = bytes.subarray(0, Math.min(to.left, bytes.length))
    if (to.isKept) keep(taken)
    to.left -= taken.length
    if (to.left === 0) endBox(to)
    return taken.length
  }

  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length && !isOver;) {
        const rest = bytes.subarray(at)
        at += box === null ? addToHeader(rest) : addToBox(rest, box)
      }
    },
    end: () => {
      if (box !== null && !isOver) endBox(box)
      return outline.whole()
    },
  }
}
