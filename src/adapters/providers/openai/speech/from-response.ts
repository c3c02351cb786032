import { setImmediate } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SpeechCall, SpeechResult } from '../../../../application/ports/providers/speech-provider.ts'
import { ZERO_USAGE } from '../../../../domain/pricing/token-price.ts'
import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { failureIn } from '../../openai-errors.ts'
import { MAX_ERROR_BYTES } from '../../upstream/response-limits.ts'
import { headerOf } from '../../upstream/upstream-http.ts'
import { sseReader } from '../../upstream/sse.ts'
import type { SseEvent } from '../../upstream/sse.ts'
import { endedEarly, eventWithoutJson, withRequestId } from '../../upstream/transport-failure.ts'
import { countOf, jsonOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { toMediaFailure } from '../media-failure.ts'
import { isCountedStream } from './to-request.ts'
import type { ProviderBytes } from '../../upstream/provider-http.ts'

/** What the provider's answer says. */
type Spoken = Omit<SpeechResult, 'ignored'>

/** OpenAI's samples: 24 kHz, 16 bits, little-endian, one channel, no header. */
const SAMPLES = 'audio/pcm;rate=24000'

const notSound = (upstreamRequestId: string | null): UpstreamFailure =>
  badAnswer('The upstream answered without sound.', upstreamRequestId)

/** Events are read so many bytes at a time, and other work runs in between. */
const BYTES_PER_TURN = 64 * 1024

/** Reads a response: samples or MP3 in one piece, or events where the deployment counts its tokens. */
export const fromResponse = async (
  response: ProviderBytes,
  { request, deployment }: Pick<SpeechCall, 'request' | 'deployment'>,
): Promise<Either<UpstreamFailure, Spoken>> => {
  const format = request.format === 'mp3' ? 'mp3' : 'pcm'
  return isCountedStream(deployment) ? fromEvents(response, format) : fromBytes(response, format)
}

/** The beginning of a sound never is so much writing. */
const BYTES_OF_WORDS = 64

const isWritten = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)

/**
 * Whether an answer is words, by its type or by its bytes: a server may call its error a sound, and since samples may
 * be any bytes, it would be sold as noise.
 */
const isWords = ({ bytes, headers }: ProviderBytes): boolean =>
  /json|html|xml|^text\//i.test(headerOf(headers, 'content-type') ?? '') ||
  bytes.subarray(0, BYTES_OF_WORDS).every(isWritten)

/** A sound in one piece, which says nothing of tokens. */
const fromBytes = (answer: ProviderBytes, format: 'mp3' | 'pcm'): Either<UpstreamFailure, Spoken> => {
  const { bytes, headers, upstreamRequestId } = answer
  if (isWords(answer)) {
    const words = Buffer.from(bytes.subarray(0, MAX_ERROR_BYTES)).toString('utf8')
    const failure = failureIn(jsonOf(words), headers)
    return left(failure === null ? notSound(upstreamRequestId) : toMediaFailure(failure))
  }
  return bytes.length === 0
    ? left(notSound(upstreamRequestId))
    : right({ audio: bytes, mimeType: mimeTypeOf(format), usage: null, upstreamRequestId })
}

/** The events of an answer that has come, however many they are. */
async function* eventsOf(bytes: Uint8Array): AsyncGenerator<SseEvent, void, undefined> {
  const reader = sseReader(Number.POSITIVE_INFINITY)
  for (let start = 0; start < bytes.length; start += BYTES_PER_TURN) {
    yield* reader.feed(bytes.subarray(start, start + BYTES_PER_TURN))
    await setImmediate()
  }
  yield* reader.flush()
}

/** A sound in pieces, with the tokens it took at its end; without that end it was cut. */
const fromEvents = async (answer: ProviderBytes, format: 'mp3' | 'pcm'): Promise<Either<UpstreamFailure, Spoken>> => {
  const { bytes, headers, upstreamRequestId } = answer
  const pieces: Buffer[] = []
  let isEmpty = true
  for await (const event of eventsOf(bytes)) {
    isEmpty = false
    const text = event.data.trim()
    if (text === '' || text === '[DONE]') continue
    const wire = objectOf(jsonOf(text))
    // Each event that cannot be read takes an error with its stack, so the first one is the last.
    if (wire === null) return left(withRequestId(eventWithoutJson, upstreamRequestId))
    const failure = failureIn(wire, headers)
    if (failure !== null) return left(toMediaFailure(failure))
    if (wire['type'] === 'speech.audio.delta') {
      pieces.push(Buffer.from(nonEmptyOf(wire['audio']) ?? '', 'base64'))
    } else if (wire['type'] === 'speech.audio.done') {
      const audio = Buffer.concat(pieces)
      if (audio.length === 0) return left(notSound(upstreamRequestId))
      return right({ audio, mimeType: mimeTypeOf(format), usage: toUsage(objectOf(wire['usage'])), upstreamRequestId })
    }
  }
  return left(isEmpty ? notSound(upstreamRequestId) : withRequestId(endedEarly, upstreamRequestId))
}

const mimeTypeOf = (format: 'mp3' | 'pcm'): string => (format === 'mp3' ? 'audio/mpeg' : SAMPLES)

const toUsage = (usage: Wire | null): TokenUsage | null => {
  const promptTokens = countOf(usage?.['input_tokens'])
  const completionTokens = countOf(usage?.['output_tokens'])
  return promptTokens === null || completionTokens === null ? null : { ...ZERO_USAGE, promptTokens, completionTokens }
}
