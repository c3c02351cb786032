import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  TranscriptionCall,
  TranscriptionResult,
} from '../../../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { failureIn } from '../../openai-errors.ts'
import { sseReader } from '../../upstream/sse.ts'
import type { SseEvent } from '../../upstream/sse.ts'
import { endedEarly, responseTooLarge, withRequestId } from '../../upstream/transport-failure.ts'
import type { TransportFailure } from '../../upstream/transport-failure.ts'
import type { UpstreamResponse } from '../../upstream/upstream-http.ts'
import { jsonOf, objectOf, stringOf } from '../../wire.ts'
import { toMediaFailure } from '../media-failure.ts'
import { fromAnswer } from './from-answer.ts'

type Result = Either<UpstreamFailure, TranscriptionResult>

/** Far more than the words of the longest recording. */
const MAX_CHARACTERS = 5_000_000

interface StreamOptions extends Pick<TranscriptionCall, 'request' | 'onText'> {
  readonly maxEventChars: number
  readonly upstreamRequestId: string | null
}

/** Reads events to the last one, which holds the whole transcript and its count; a stream without it was cut. */
export const readStream = async (
  response: UpstreamResponse,
  { request, onText, maxEventChars, upstreamRequestId }: StreamOptions,
): Promise<Result> => {
  const events = sseReader(maxEventChars)
  const failed = (failure: TransportFailure): Result => left(withRequestId(failure, upstreamRequestId))
  let characters = 0
  const read = ({ data }: SseEvent): Result | null => {
    const body = jsonOf(data)
    const failure = failureIn(body, response.headers)
    if (failure !== null) return left(toMediaFailure(failure))
    const event = objectOf(body)
    if (event?.['type'] === 'transcript.text.done') return fromAnswer(event, request.format, upstreamRequestId)
    const piece = event?.['type'] === 'transcript.text.delta' ? (stringOf(event['delta']) ?? '') : ''
    characters += piece.length
    if (characters > MAX_CHARACTERS) return failed(responseTooLarge)
    if (piece !== '') onText?.(piece)
    return null
  }
  let isWhole = false
  try {
    for (;;) {
      const bytes = await response.read()
      const hasEnded = isLeft(bytes) || bytes.right === null
      const arrived = isLeft(bytes) ? [] : bytes.right === null ? events.flush() : events.feed(bytes.right)
      for (const event of arrived) {
        const end = read(event)
        if (end === null) continue
        isWhole = !isLeft(end)
        return end
      }
      if (events.hasOverflown()) return failed(responseTooLarge)
      if (hasEnded) return failed(isLeft(bytes) ? bytes.left : endedEarly)
    }
  } finally {
    if (isWhole) response.release()
    else response.cancel()
  }
}
