import { BYTES_OF_CHAR } from '../../../domain/bytes-of-char.ts'
import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { keptBytes } from '../../../application/load/kept-bytes.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { TranscriptionResult } from '../../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { TranscriptPiece } from '../../../domain/transcription/transcript.ts'
import { endedEarly, eventWithoutJson, responseTooLarge, withRequestId } from '../upstream/transport-failure.ts'
import type { TransportFailure } from '../upstream/transport-failure.ts'
import type { SseEvent } from '../upstream/sse.ts'
import type { UpstreamResponse } from '../upstream/upstream-http.ts'
import { DETAILED_LIMITS, isBeyondLimits, jsonOf, objectOf } from '../wire.ts'
import { eventPackets } from './event-packets.ts'

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
  /** Where the words count, which are kept until the end; absent, they do not. */
  readonly memory?: HeldMemory | undefined
  /** Hears each piece before the next event is read. */
  readonly onPiece: (piece: TranscriptPiece) => void
  /** Reads the JSON value of one event, which is an object. */
  readonly readEvent: (body: unknown) => TranscriptStep
}

/** A piece that is more than words takes as much memory as the event that brought it. */
const sizeOf = (piece: TranscriptPiece, data: string): number =>
  typeof piece === 'string' ? piece.length : data.length

/**
 * Reads events to the one that ends the transcript; a stream without it was cut. While the memory of answers has no
 * room for its words, the upstream waits.
 */
export const readTranscript = async (
  response: UpstreamResponse,
  { maxEventChars, maxStreamBytes, upstreamRequestId, memory, onPiece, readEvent }: StreamOptions,
): Promise<TranscriptEnd> => {
  const packets = eventPackets(response, { maxEventChars, maxStreamBytes })
  const failed = (failure: TransportFailure): TranscriptEnd => left(withRequestId(failure, upstreamRequestId))
  const roomFor = keptBytes(memory)
  let characters = 0
  const stepOf = (data: string): TranscriptEnd | null => {
    const text = data.trim()
    if (text === '' || text === '[DONE]') return null
    const body = objectOf(jsonOf(text, DETAILED_LIMITS))
    // Each event that cannot be read takes an error with its stack, so the first one is the last.
    if (body === null) return failed(isBeyondLimits(text, DETAILED_LIMITS) ? responseTooLarge : eventWithoutJson)
    const { piece, end } = readEvent(body)
    characters += sizeOf(piece, data)
    if (characters > MAX_CHARACTERS) return failed(responseTooLarge)
    if (piece !== '') onPiece(piece)
    return end
  }
  const endAmong = (events: readonly SseEvent[]): TranscriptEnd | null => {
    for (const { data } of events) {
      const end = stepOf(data)
      if (end !== null) return end
    }
    return null
  }
  let isWhole = false
  try {
    for (;;) {
      const packet = await packets.next()
      const end = endAmong(packet.events)
      const room = roomFor(BYTES_OF_CHAR * characters)
      if (end !== null) {
        isWhole = !isLeft(end)
        return end
      }
      if (room !== null) await room
      if (packet.end !== null) return failed(packet.end.tag === 'closed' ? endedEarly : packet.end.failure)
    }
  } finally {
    packets.close(isWhole)
  }
}
