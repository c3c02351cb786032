import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SpeechAnswer } from '../../../application/ports/speech-provider.ts'
import { type TokenUsage, ZERO_USAGE } from '../../../domain/pricing/usage.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { errorIn, fromErrorBody } from '../openai-errors.ts'
import { headerOf } from '../retry-after.ts'
import { sseReader } from '../sse.ts'
import { endedEarly, withRequestId } from '../transport-failure.ts'
import { countOf, jsonOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { toMediaFailure } from './media-failure.ts'
import type { OpenAiAnswer } from './openai-client.ts'

/** OpenAI's samples: 24 kHz, 16 bits, little-endian, one channel, no header. */
const SAMPLES = 'audio/pcm;rate=24000'

const notSound = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'bad_answer',
  message: 'The upstream answered without sound.',
  upstreamRequestId,
})

/** A sound in one piece, which says nothing of tokens. */
export const fromSpeechBytes = (answer: OpenAiAnswer, format: 'mp3' | 'pcm'): Either<UpstreamFailure, SpeechAnswer> => {
  const { bytes, headers, upstreamRequestId } = answer
  if (/json|html|xml/i.test(headerOf(headers, 'content-type') ?? '')) {
    const error = errorIn(jsonOf(Buffer.from(bytes).toString('utf8')))
    return left(error === null ? notSound(upstreamRequestId) : toMediaFailure(fromErrorBody(error, headers)))
  }
  return bytes.length === 0
    ? left(notSound(upstreamRequestId))
    : right({ audio: bytes, mimeType: mimeTypeOf(format), usage: null, upstreamRequestId })
}

/** A sound in pieces, with the tokens it took at its end; without that end it was cut. */
export const fromSpeechEvents = (
  answer: OpenAiAnswer,
  format: 'mp3' | 'pcm',
): Either<UpstreamFailure, SpeechAnswer> => {
  const { bytes, headers, upstreamRequestId } = answer
  const reader = sseReader(Number.POSITIVE_INFINITY)
  const events = [...reader.feed(bytes), ...reader.flush()]
  const pieces: Buffer[] = []
  for (const event of events) {
    const body = jsonOf(event.data)
    const error = errorIn(body)
    if (error !== null) return left(toMediaFailure(fromErrorBody(error, headers)))
    const wire = objectOf(body)
    if (wire?.['type'] === 'speech.audio.delta') {
      pieces.push(Buffer.from(nonEmptyOf(wire['audio']) ?? '', 'base64'))
    } else if (wire?.['type'] === 'speech.audio.done') {
      const audio = Buffer.concat(pieces)
      if (audio.length === 0) return left(notSound(upstreamRequestId))
      return right({ audio, mimeType: mimeTypeOf(format), usage: toUsage(objectOf(wire['usage'])), upstreamRequestId })
    }
  }
  return left(events.length === 0 ? notSound(upstreamRequestId) : withRequestId(endedEarly, upstreamRequestId))
}

const mimeTypeOf = (format: 'mp3' | 'pcm'): string => (format === 'mp3' ? 'audio/mpeg' : SAMPLES)

const toUsage = (usage: Wire | null): TokenUsage | null => {
  const promptTokens = countOf(usage?.['input_tokens'])
  const completionTokens = countOf(usage?.['output_tokens'])
  return promptTokens === null || completionTokens === null ? null : { ...ZERO_USAGE, promptTokens, completionTokens }
}
