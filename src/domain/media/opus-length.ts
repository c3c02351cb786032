import { hasText } from './byte-reading.ts'

const CAPTURE = 'OggS'
const FIRST_CAPTURE_BYTE = CAPTURE.charCodeAt(0)
const HEAD_BYTES = 27
const FLAGS = { continued: 1, beginsStream: 2 }
/** A packet goes on in the next segment where its segment is full. */
const FULL_SEGMENT = 255

/** Milliseconds of one frame by the configuration of a packet: the upper five bits of its first byte. */
const frameMsOf = (configuration: number): number => {
  if (configuration < 12) return [10, 20, 40, 60][configuration & 3] ?? 0
  if (configuration < 16) return [10, 20][configuration & 1] ?? 0
  return [2.5, 5, 10, 20][configuration & 3] ?? 0
}

const framesOf = (first: number, second: number): number => {
  const code = first & 3
  if (code === 3) return second & 63
  return code === 0 ? 1 : 2
}

/** No decoder takes a longer packet: the two packets of heads at the begin of a stream look as if they were longer. */
const MAX_PACKET_MS = 120

/** Milliseconds of sound in a packet, by its own head. */
const packetMs = (bytes: Uint8Array, start: number, length: number): number => {
  if (length === 0 || start >= bytes.length) return 0
  const [first, second] = [bytes[start] ?? 0, length > 1 ? (bytes[start + 1] ?? 0) : 0]
  const ms = framesOf(first, second) * frameMsOf(first >> 3)
  return ms > MAX_PACKET_MS ? 0 : ms
}

/** Milliseconds of all packets that begin in a page. */
const pageMs = (bytes: Uint8Array, page: number): number => {
  const segments = bytes[page + 26] ?? 0
  let start = page + HEAD_BYTES + segments
  let isInside = ((bytes[page + 5] ?? 0) & FLAGS.continued) !== 0
  let length = 0
  let ms = 0
  for (let index = 0; index < segments; index += 1) {
    const lacing = bytes[page + HEAD_BYTES + index] ?? 0
    length += lacing
    if (lacing === FULL_SEGMENT && index < segments - 1) continue
    if (!isInside) ms += packetMs(bytes, start, length)
    start += length
    isInside = false
    length = 0
  }
  return ms
}

const isPage = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === FIRST_CAPTURE_BYTE && hasText(bytes, at, CAPTURE) && bytes[at + 4] === 0

/**
 * The most seconds of sound that an Ogg file of Opus can hold, by the heads of its packets, whatever its pages say of
 * the time. Whatever looks like a page counts: decoders differ in where they go on behind a broken one. Null where a
 * stream of the file is not Opus.
 */
export const opusSeconds = (bytes: Uint8Array): number | null => {
  let ms = 0
  for (let at = 0; at + HEAD_BYTES <= bytes.length; at += 1) {
    if (!isPage(bytes, at)) continue
    const beginsStream = ((bytes[at + 5] ?? 0) & FLAGS.beginsStream) !== 0
    if (beginsStream && !hasText(bytes, at + HEAD_BYTES + (bytes[at + 26] ?? 0), 'OpusHead')) return null
    ms += pageMs(bytes, at)
  }
  return ms === 0 ? null : ms / 1_000
}
