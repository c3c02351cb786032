import { viewOf } from './byte-reading.ts'
import { isUnknownLength, PCM_INTEGER, wavChunks } from './wav.ts'

const FORMAT_BYTES = 16
const SAMPLE_BITS: readonly number[] = [8, 16, 24, 32]

interface WavLength {
  /** Of the sound that is here. */
  readonly seconds: number
  readonly bitsPerSecond: number
}

/**
 * The bits of a second by the number and the size of the samples, which is what a decoder goes by. Null for samples
 * that are compressed, and for a header whose other figures say something else.
 */
const bitsPerSecondOf = (bytes: Uint8Array, start: number, length: number): number | null => {
  if (length < FORMAT_BYTES || start + FORMAT_BYTES > bytes.length) return null
  const view = viewOf(bytes.subarray(start, start + FORMAT_BYTES))
  const [code, channels, sampleRateHz] = [view.getUint16(0, true), view.getUint16(2, true), view.getUint32(4, true)]
  const [bytesPerSecond, frameBytes, bits] = [
    view.getUint32(8, true),
    view.getUint16(12, true),
    view.getUint16(14, true),
  ]
  if (code !== PCM_INTEGER || !SAMPLE_BITS.includes(bits) || channels * sampleRateHz === 0) return null
  const agrees = frameBytes === (channels * bits) / 8 && bytesPerSecond === sampleRateHz * frameBytes
  return agrees ? bytesPerSecond * 8 : null
}

/**
 * How long a WAV file of samples is, by the bytes of its sound and not by what a header says of the length. Null where
 * the samples are compressed, and where two headers say what they are: readers differ in which of them they take.
 */
export const wavLength = (bytes: Uint8Array): WavLength | null => {
  let bitsPerSecond: number | null = null
  let soundBytes = 0
  for (const { name, start, length } of wavChunks(bytes)) {
    if (name === 'fmt ') {
      if (bitsPerSecond !== null) return null
      bitsPerSecond = bitsPerSecondOf(bytes, start, length)
      if (bitsPerSecond === null) return null
    }
    if (name === 'data') {
      const rest = bytes.length - start
      soundBytes += isUnknownLength(length) ? rest : Math.min(length, rest)
      if (isUnknownLength(length)) break
    }
  }
  return bitsPerSecond === null ? null : { seconds: (soundBytes * 8) / bitsPerSecond, bitsPerSecond }
}
