import { fourCharacters, viewOf } from '../byte-reading.ts'

/** One box of an ISO base media file. `data` is a view of the bytes after its header. */
export interface Mp4Box {
  readonly type: string
  readonly data: Uint8Array
  /** False when the box declares more bytes than the file has, and of the last box that is read of too many. */
  readonly whole: boolean
}

/** A length of 32 bits, and the type. */
export const SHORT_HEADER_BYTES = 8
/** The same, and the length of 64 bits that the short one announced. */
export const LONG_HEADER_BYTES = 16

/** Two hours in fragments of a second have fewer. A box may be empty: eight bytes. */
export const MOST_BOXES = 20_000

/**
 * The boxes that follow one another in `bytes`, `MOST_BOXES` at most. Length 1 announces a 64-bit length, length 0 a
 * box to the end. The reading stops at the first bytes that cannot be a box, so it ends on every input.
 */
export const boxesIn = (bytes: Uint8Array): readonly Mp4Box[] => {
  const view = viewOf(bytes)
  const boxes: Mp4Box[] = []
  for (let offset = 0; offset + SHORT_HEADER_BYTES <= bytes.length && boxes.length < MOST_BOXES;) {
    const short = view.getUint32(offset)
    const isLong = short === 1 && offset + LONG_HEADER_BYTES <= bytes.length
    const headerBytes = isLong ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES
    const declared = isLong ? Number(view.getBigUint64(offset + 8)) : short
    const length = declared === 0 ? bytes.length - offset : declared
    if (length < headerBytes) break
    const end = offset + length
    const data = bytes.subarray(offset + headerBytes, Math.min(end, bytes.length))
    const isLastRead = boxes.length === MOST_BOXES - 1
    const whole = isLastRead ? end === bytes.length : end <= bytes.length
    boxes.push({ type: fourCharacters(bytes, offset + 4), data, whole })
    offset = end
  }
  return boxes
}

export const boxesOf = (bytes: Uint8Array, type: string): readonly Mp4Box[] =>
  boxesIn(bytes).filter((box) => box.type === type)

/** The content of the box that is reached by the first box of each name in turn, or null. */
export const boxAt = (bytes: Uint8Array, ...path: readonly string[]): Uint8Array | null => {
  let here: Uint8Array = bytes
  for (const type of path) {
    const box = boxesIn(here).find((candidate) => candidate.type === type)
    if (box === undefined) return null
    here = box.data
  }
  return here
}

/** Big-endian fields of a box, read in order. A read past the end gives 0, because a broken file must not throw. */
export const boxFields = (data: Uint8Array, from = 0) => {
  const view = viewOf(data)
  let offset = from
  const take = (width: number, read: (at: number) => number): number => {
    const at = offset
    offset += width
    return offset <= data.length ? read(at) : 0
  }
  return {
    uint8: () => take(1, (at) => view.getUint8(at)),
    uint32: () => take(4, (at) => view.getUint32(at)),
    uint64: () => take(8, (at) => Number(view.getBigUint64(at))),
    skip: (width: number) => take(width, () => 0),
  }
}
