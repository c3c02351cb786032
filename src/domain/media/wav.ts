import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { fourCharacters, hasText, viewOf } from './byte-reading.ts'
import { BYTES_PER_SAMPLE } from './pcm.ts'
import type { Pcm } from './pcm.ts'
import { to16Bit } from './sample-format.ts'
import type { SampleFormat } from './sample-format.ts'

/**
 * `invalid_wav`: no WAV, or an encoding that is not read here. `truncated_wav`: the file is shorter than it declares.
 */
type WavFailure = { readonly tag: 'invalid_wav' } | { readonly tag: 'truncated_wav' }

/** Of a file with nothing but its format and its sound; every other one has more before the sound. */
export const WAV_HEADER_BYTES = 44
export const PCM_INTEGER = 1
const IEEE_FLOAT = 3
const EXTENSIBLE = 0xfffe

/** The length that a writer declares when it does not know the sound's length yet. */
export const isUnknownLength = (length: number): boolean =>
  length === 0 || length >= 0xfffffff0 || length === 0x7fffffff

/** A WAV file around the samples. */
export const wavOf = (pcm: Pcm): Uint8Array => {
  const wav = new Uint8Array(WAV_HEADER_BYTES + pcm.samples.length)
  const view = viewOf(wav)
  const put = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) wav[offset + index] = text.charCodeAt(index)
  }
  const frameBytes = BYTES_PER_SAMPLE * pcm.channels
  put(0, 'RIFF')
  view.setUint32(4, WAV_HEADER_BYTES - 8 + pcm.samples.length, true)
  put(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM_INTEGER, true)
  view.setUint16(22, pcm.channels, true)
  view.setUint32(24, pcm.sampleRateHz, true)
  view.setUint32(28, pcm.sampleRateHz * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  put(36, 'data')
  view.setUint32(40, pcm.samples.length, true)
  wav.set(pcm.samples, WAV_HEADER_BYTES)
  return wav
}

interface WavChunk {
  readonly name: string
  /** Where its content begins. */
  readonly start: number
  /** As it is declared: the file may be shorter. */
  readonly length: number
}

/** The chunks that follow one another in a WAV file. Each begins at an even place. */
export const wavChunks = function* (bytes: Uint8Array): Generator<WavChunk> {
  const view = viewOf(bytes)
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const length = view.getUint32(offset + 4, true)
    const start = offset + 8
    yield { name: fourCharacters(bytes, offset), start, length }
    offset = start + length + (length % 2)
  }
}

interface Format extends SampleFormat {
  readonly channels: 1 | 2
  readonly sampleRateHz: number
}

const readFormat = (view: DataView, offset: number, length: number): Format | null => {
  if (length < 16 || offset + length > view.byteLength) return null
  const code = view.getUint16(offset, true)
  // The extensible layout keeps the real code in the first two bytes of a GUID.
  const real = code === EXTENSIBLE && length >= 26 ? view.getUint16(offset + 24, true) : code
  const channels = view.getUint16(offset + 2, true)
  const sampleRateHz = view.getUint32(offset + 4, true)
  const bits = view.getUint16(offset + 14, true)
  if ((channels !== 1 && channels !== 2) || sampleRateHz < 1 || sampleRateHz > 384_000) return null
  const isInteger = real === PCM_INTEGER && (bits === 8 || bits === 16 || bits === 24 || bits === 32)
  const isFloat = real === IEEE_FLOAT && bits === 32
  return isInteger || isFloat ? { channels, sampleRateHz, bits, float: isFloat } : null
}

const cutToFrames = (data: Uint8Array, format: Format): Uint8Array =>
  data.subarray(0, data.length - (data.length % ((format.bits / 8) * format.channels)))

/**
 * The sound of a WAV file as 16-bit samples. Any number of chunks may stand before `data`. A streaming writer may leave
 * the length open: then everything to the end is sound. A file shorter than its declared length is `truncated_wav`.
 */
export const pcmOfWav = (bytes: Uint8Array): Either<WavFailure, Pcm> => {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WAVE')) return left({ tag: 'invalid_wav' })
  const view = viewOf(bytes)
  let format: Format | null = null
  for (const { name, start, length } of wavChunks(bytes)) {
    if (name === 'fmt ') format = readFormat(view, start, length)
    if (name === 'data') {
      if (format === null) return left({ tag: 'invalid_wav' })
      const end = isUnknownLength(length) ? bytes.length : start + length
      if (end > bytes.length) return left({ tag: 'truncated_wav' })
      const samples = to16Bit(cutToFrames(bytes.subarray(start, end), format), format)
      return right({ samples, sampleRateHz: format.sampleRateHz, channels: format.channels })
    }
  }
  return left({ tag: format === null ? 'invalid_wav' : 'truncated_wav' })
}
