/** Where the rate of the samples stands in a file: behind its mark, the head of the first block and four sizes. */
const RATE_AT = 18

const rateOfFile = (bytes: Uint8Array): number =>
  ((bytes[RATE_AT] ?? 0) << 12) | ((bytes[RATE_AT + 1] ?? 0) << 4) | ((bytes[RATE_AT + 2] ?? 0) >> 4)

const CRC = Uint8Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80 ? (value << 1) ^ 0x07 : value << 1
  return value
})

/** The bytes of the number of a frame, by its first byte; 0 where that begins no number. */
const numberBytes = (first: number): number => {
  if (first < 0x80) return 1
  const ones = Math.clz32(~(first << 24))
  return ones >= 2 && ones <= 7 ? ones : 0
}

const FIXED_BYTES = 4
const NAMED_RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

interface FrameHead {
  readonly samples: number
  /** Hertz; 0 where it is that of the file. */
  readonly rate: number
}

/** A number of one or two bytes that stands behind the number of the frame. */
const numberAt = (bytes: Uint8Array, at: number, length: number): number =>
  length === 2 ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0) : (bytes[at] ?? 0)

const samplesOf = (code: number, written: number): number => {
  if (code === 1) return 192
  if (code < 6) return 576 << (code - 2)
  return code < 8 ? written + 1 : 256 << (code - 8)
}

const rateOf = (code: number, written: number): number => {
  if (code < 12) return NAMED_RATES[code] ?? 0
  if (code === 12) return written * 1_000
  return code === 13 ? written : written * 10
}

const isHead = (bytes: Uint8Array, at: number, end: number): boolean => {
  let crc = 0
  for (let index = at; index < end; index += 1) crc = CRC[crc ^ (bytes[index] ?? 0)] ?? 0
  return crc === bytes[end]
}

/** The head of a frame that begins here; null where none does. */
const frameAt = (bytes: Uint8Array, at: number): FrameHead | null => {
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) return null
  const codes = bytes[at + 2] ?? 0
  const [sizeCode, rateCode] = [codes >> 4, codes & 15]
  const number = numberBytes(bytes[at + FIXED_BYTES] ?? 0xff)
  if (sizeCode === 0 || rateCode === 15 || number === 0) return null
  const sizeAt = at + FIXED_BYTES + number
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  const rateBytes = rateCode < 12 ? 0 : rateCode === 12 ? 1 : 2
  if (!isHead(bytes, at, sizeAt + sizeBytes + rateBytes)) return null
  return {
    samples: samplesOf(sizeCode, numberAt(bytes, sizeAt, sizeBytes)),
    rate: rateOf(rateCode, numberAt(bytes, sizeAt + sizeBytes, rateBytes)),
  }
}

/**
 * The most seconds of sound that a FLAC file can hold, by the heads of its frames, whatever its own head says. Null
 * where it has no frame.
 */
export const flacSeconds = (bytes: Uint8Array): number | null => {
  const fileRate = rateOfFile(bytes)
  let seconds = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const frame = frameAt(bytes, at)
    if (frame === null) continue
    // Decoders differ in which of the two rates they take: the lower one makes the sound longer.
    const rate = Math.min(fileRate || frame.rate, frame.rate || fileRate)
    if (rate > 0) seconds += frame.samples / rate
  }
  return seconds === 0 ? null : seconds
}
