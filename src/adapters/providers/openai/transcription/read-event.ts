import { left } from 'fp-ts/lib/Either.js'
import type { TranscriptFormat } from '../../../../domain/transcription/request.ts'
import { failureIn } from '../../openai-errors.ts'
import type { TranscriptStep } from '../../transcript-stream.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { objectOf, stringOf } from '../../wire.ts'
import { toMediaFailure } from '../media-failure.ts'
import { fromAnswer } from './from-answer.ts'

interface EventContext {
  readonly format: TranscriptFormat
  readonly headers: UpstreamHeaders
  readonly upstreamRequestId: string | null
}

/** Reads one event. The last one holds the whole transcript and its count. */
export const readEvent =
  ({ format, headers, upstreamRequestId }: EventContext) =>
  (body: unknown): TranscriptStep => {
    const failure = failureIn(body, headers)
    if (failure !== null) return { piece: '', end: left(toMediaFailure(failure)) }
    const event = objectOf(body)
    switch (event?.['type']) {
      case 'transcript.text.delta':
        return { piece: stringOf(event['delta']) ?? '', end: null }
      case 'transcript.text.done':
        return { piece: '', end: fromAnswer(event, format, upstreamRequestId) }
      default:
        return { piece: '', end: null }
    }
  }
