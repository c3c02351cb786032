import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TranscriptionResult } from '../../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { TranscriptPiece } from '../../../domain/transcription/transcript.ts'
import { sseReader } from '../upstream/sse.ts'
import {
  endedEarly,
  eventWithoutJson,
  responseTooLarge,
  streamWithoutEvents,
  withRequestId,
} from '../upstream/transport-failure.ts'
import type { TransportFailure } from '../upstream/transport-failure.ts'
import type { UpstreamResponse } from '../upstream/upstream-http.ts'
import { isBeyondLimits, jsonOf, objectOf } from '../wire.ts'
import { readingTurns } from './reading-turns.ts'

/** How a streamed transcript ends. */
type TranscriptEnd = Either<UpstreamFailure, TranscriptionResult>

/** Far more than the words of the longest recording. */
const MAX_CHARACTERS = 5_000_000

/** What one event of a provider amounts to. */
export interface TranscriptStep {
  /** What it brings; empty for nothing. */
  readonly piece: TranscriptPiece
  /** Null while the stream goes on. */
  readonly end: TranscriptEnd | null
}

interface StreamOptions {
  readonly maxEventChars: number
  readonly maxStreamBytes: number
  readonly upstreamRequestId: string | null
  /** Hears each piece before the next event is read. */
  readonly onPiece: (piece: TranscriptPiece) => void
  /** Reads the JSON value of one event, which is an object. */
  readonly readEvent: (body: unknown) => TranscriptStep
}

/** A piece that is more than words takes as much memory as the event that brought it. */
const sizeOf = (piece: TranscriptPiece, data: string): number =>
  typeof piece === 'string' ? piece.length : data.length

/** Reads events to the one that ends the transcript; a stream without it was cut. */
export const readTranscript = async (
  response: UpstreamResponse,
  { maxEventChars, maxStreamBytes, upstreamRequestId, onPiece, readEvent }: StreamOptions,
): Promise<TranscriptEnd> => {
  const events = sseReader(maxEventChars)
  const failed = (failure: TransportFailure): TranscriptEnd => left(withRequestId(failure, upstreamRequestId))
  const turnOf = readingTurns()
  let characters = 0
  let receivedBytes = 0
  const stepOf = (data: string): TranscriptEnd | null => {
    const text = data.trim()
    if (text === '' || text === '[DONE]') return null
    const body = objectOf(jsonOf(text))
    // Each event that cannot be read takes an error with its stack, so the first one is the last.
    if (body === null) return failed(isBeyondLimits(text) ? responseTooLarge : eventWithoutJson)
    const { piece, end } = readEvent(body)
    characters += sizeOf(piece, data)
    if (characters > MAX_CHARACTERS) return failed(responseTooLarge)
    if (piece !== '') onPiece(piece)
    return end
  }
  let isWhole = false
  try {
    for (;;) {
      const bytes = await response.read()
      const packet = isLeft(bytes) ? null : bytes.right
      const length = packet?.length ?? 0
      receivedBytes += length
      if (receivedBytes > maxStreamBytes) return failed(responseTooLarge)
      const turn = turnOf(length)
      if (turn !== null) await turn
      const arrived = isLeft(bytes) ? [] : packet === null ? events.flush() : events.feed(packet)
      for (const { data } of arrived) {
        const end = stepOf(data)
        if (end === null) continue
        isWhole = !isLeft(end)
        return end
      }
      if (events.hasOverflown()) return failed(responseTooLarge)
      if (events.isEmpty()) return failed(streamWithoutEvents)
      if (packet === null) return failed(isLeft(bytes) ? bytes.left : endedEarly)
    }
  } finally {
    if (isWhole) response.release()
    else response.cancel()
  }
}
