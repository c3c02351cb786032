import { left } from 'fp-ts/lib/Either.js'
import type { TranscriptFormat } from '../../../../domain/transcription/request.ts'
import type { TranscriptPiece } from '../../../../domain/transcription/transcript.ts'
import { failureIn } from '../../openai-errors.ts'
import type { TranscriptStep } from '../../streams/transcript-stream.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { stringOf } from '../../../../domain/json.ts'
import { nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { toMediaFailure } from '../media-failure.ts'
import { fromAnswer, logprobsIn, toSpokenPart } from './from-answer.ts'

interface EventContext {
  readonly format: TranscriptFormat
  readonly headers: UpstreamHeaders
  readonly upstreamRequestId: string | null
}

const NOTHING: TranscriptStep = { piece: '', end: null }

const wordsOf = (event: Wire): TranscriptPiece => {
  const [words, logprobs, segmentId] = [
    stringOf(event['delta']) ?? '',
    logprobsIn(event),
    nonEmptyOf(event['segment_id']),
  ]
  return logprobs === null && segmentId === null ? words : { words, logprobs, segmentId }
}

/**
 * Reads the events of one stream. The last one holds the whole text and its count. What speakers say comes in events of
 * its own, which the last one does not repeat.
 */
export const eventReader = ({ format, headers, upstreamRequestId }: EventContext) => {
  const spoken: Wire[] = []
  const hasSpeakers = format === 'diarized_json'
  return (body: unknown): TranscriptStep => {
    const failure = failureIn(body, headers)
    if (failure !== null) return { piece: '', end: left(toMediaFailure(failure)) }
    const event = objectOf(body)
    switch (event?.['type']) {
      case 'transcript.text.delta':
        return { piece: wordsOf(event), end: null }
      case 'transcript.text.done':
        return {
          piece: '',
          end: fromAnswer(hasSpeakers ? { segments: spoken, ...event } : event, format, upstreamRequestId),
        }
      case 'transcript.text.segment': {
        const [part] = hasSpeakers ? toSpokenPart(event, spoken.length) : []
        if (part === undefined) return NOTHING
        spoken.push({ ...part })
        return { piece: part, end: null }
      }
      default:
        return NOTHING
    }
  }
}
