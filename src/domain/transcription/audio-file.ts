import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { hasText } from '../media/byte-reading.ts'
import { fileFormatOf } from '../media/file-format.ts'
import { WAV_HEADER_BYTES } from '../media/wav.ts'

/** The kinds of file that every provider reads, by their usual name endings. */
export type AudioFileFormat = 'wav' | 'mp3' | 'ogg' | 'flac' | 'm4a' | 'webm'

/** The file of a caller, and what its first bytes say it is. */
export interface AudioFile {
  readonly bytes: Uint8Array
  readonly format: AudioFileFormat
}

/** The file is no recording that can be written down. */
export interface InvalidAudio {
  readonly tag: 'invalid_audio'
  readonly message: string
  readonly param: 'file'
}

const invalidAudio = (message: string): Either<InvalidAudio, never> =>
  left({ tag: 'invalid_audio', message, param: 'file' })

const FORMATS: ReadonlyMap<string | null, AudioFileFormat> = new Map([
  ['audio/wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['video/mp4', 'm4a'],
  ['video/webm', 'webm'],
])

/** The format by the first bytes, whatever the file is called; null for one that is not read here. */
const formatOf = (bytes: Uint8Array): AudioFileFormat | null => {
  if (hasText(bytes, 0, 'OggS')) return 'ogg'
  if (hasText(bytes, 0, 'fLaC')) return 'flac'
  return FORMATS.get(fileFormatOf(bytes)) ?? null
}

/** A file of one of the formats that are read. */
export const parseAudioFile = (bytes: Uint8Array): Either<InvalidAudio, AudioFile> => {
  if (bytes.length === 0) return invalidAudio('The audio file is empty.')
  const format = formatOf(bytes)
  return format === null ? invalidAudio('The file is no WAV, MP3, Ogg, FLAC, MP4 or WebM.') : right({ bytes, format })
}

/** What a file says of its own length. */
export interface DeclaredLength {
  /** Null if it cannot be read. */
  readonly seconds: number | null
  /** Of samples that are not compressed: then the bytes prove the length. Null for all other files. */
  readonly bitsPerSecond: number | null
  /** The most that the packets of a compressed file can hold, by their own heads. Null where they were not read. */
  readonly packedSeconds: number | null
}

/** How long a recording is. */
export interface AudioLength {
  /** As the file says, > 0. */
  readonly seconds: number
  /** No less than a provider will count, whatever the file says: a hold covers so many. */
  readonly boundSeconds: number
}

/** No codec of these formats carries speech in fewer bits a second. A file that says so lies. */
const LEAST_BITS_PER_SECOND = 4_000

/**
 * Speech is recorded in more bits a second than these, where nothing is known of the packets. The length of such a file
 * is what its header says, and a header that says too little must not let a long recording pass for a short one.
 */
const USUAL_BITS_PER_SECOND = 24_000

/** Decides how long a recording is by what it says and by the number of its bytes. */
export const audioLengthOf = (
  { bytes }: Pick<AudioFile, 'bytes'>,
  { seconds, bitsPerSecond, packedSeconds }: DeclaredLength,
): Either<InvalidAudio, AudioLength> => {
  if (seconds === null || !Number.isFinite(seconds) || seconds <= 0) {
    return invalidAudio('The length of the recording cannot be read from the file.')
  }
  if (bitsPerSecond !== null && bitsPerSecond >= LEAST_BITS_PER_SECOND) {
    // A header counted as sound would be one more second begun.
    const boundSeconds = (Math.max(0, bytes.length - WAV_HEADER_BYTES) * 8) / bitsPerSecond
    return right({ seconds: Math.min(seconds, boundSeconds), boundSeconds })
  }
  const bits = bytes.length * 8
  if (seconds > Math.max(packedSeconds ?? 0, bits / LEAST_BITS_PER_SECOND)) {
    return invalidAudio('The file says that the recording is longer than its bytes can hold.')
  }
  return right({ seconds, boundSeconds: Math.max(seconds, packedSeconds ?? bits / USUAL_BITS_PER_SECOND) })
}
