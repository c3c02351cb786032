import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { fileFormatOf } from '../media/file-format.ts'
import { BYTES_PER_SAMPLE } from '../media/pcm.ts'
import type { Pcm } from '../media/pcm.ts'
import { pcmOfWav } from '../media/wav.ts'

/** What a provider spoke: a finished MP3, or samples that can be written in any format. */
export type SpeechAudio =
  | { readonly tag: 'mp3'; readonly bytes: Uint8Array }
  | { readonly tag: 'pcm'; readonly pcm: Pcm }

/** Not a kind of sound that is read here, or one that was cut. */
interface UnreadableAudio {
  readonly tag: 'unreadable_sound'
  readonly message: string
}

const unreadable = (message: string): Either<UnreadableAudio, never> => left({ tag: 'unreadable_sound', message })

const DEFAULT_RATE_HZ = 24_000

/** `audio/L16;codec=pcm;rate=24000`: samples without a header, little-endian whatever the RFC says of L16. */
const RAW_TYPES = /^audio\/(?:l16|pcm|x-pcm|raw)\b/i

const parameterOf = (mimeType: string, name: string): number | null => {
  for (const parameter of mimeType.split(';').slice(1)) {
    const [key = '', value = ''] = parameter.split('=', 2)
    const digits = key.trim().toLowerCase() === name ? /^"?(\d{1,6})/.exec(value.trim())?.[1] : undefined
    if (digits !== undefined) return Number(digits)
  }
  return null
}

const rawAudio = (samples: Uint8Array, mimeType: string): Either<UnreadableAudio, SpeechAudio> => {
  const channels = parameterOf(mimeType, 'channels') ?? 1
  if (channels !== 1 && channels !== 2) return unreadable(`${channels} channels are not read here`)
  if (samples.length === 0 || samples.length % (BYTES_PER_SAMPLE * channels) !== 0) {
    return unreadable('the samples are cut')
  }
  return right({
    tag: 'pcm',
    pcm: { samples, sampleRateHz: parameterOf(mimeType, 'rate') ?? DEFAULT_RATE_HZ, channels },
  })
}

const wavAudio = (audio: Uint8Array): Either<UnreadableAudio, SpeechAudio> => {
  const pcm = pcmOfWav(audio)
  return isLeft(pcm) ? unreadable(pcm.left.tag) : right({ tag: 'pcm', pcm: pcm.right })
}

/** Reads a provider's answer: a file says itself what it is, samples without a header are what the provider says. */
export const parseSpeechAudio = (audio: Uint8Array, mimeType: string): Either<UnreadableAudio, SpeechAudio> => {
  const format = fileFormatOf(audio)
  if (format === 'audio/wav') return wavAudio(audio)
  // Samples may begin like anything, an MP3 among it.
  if (RAW_TYPES.test(mimeType)) return rawAudio(audio, mimeType)
  return format === 'audio/mpeg' ? right({ tag: 'mp3', bytes: audio }) : unreadable(`'${mimeType}' is not read here`)
}
