import { isLeft } from 'fp-ts/lib/Either.js'
import { bringOfAnswer } from '../../../application/load/kept-bytes.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { ResponseLimits } from '../upstream/response-limits.ts'
import { sseReader } from '../upstream/sse.ts'
import type { SseEvent } from '../upstream/sse.ts'
import { responseTooLarge, streamWithoutEvents } from '../upstream/transport-failure.ts'
import type { TransportFailure } from '../upstream/transport-failure.ts'
import type { UpstreamResponse } from '../upstream/upstream-http.ts'
import { readingTurns } from './reading-turns.ts'

/** Why nothing more of a stream is read. */
type PacketsEnd =
  /** The upstream closed it. */
  | { readonly tag: 'closed' }
  /** Its connection broke. */
  | { readonly tag: 'broken'; readonly failure: TransportFailure }
  /** It is longer than we read, or brings no events. */
  | { readonly tag: 'unreadable'; readonly failure: TransportFailure }

interface EventPacket {
  /** The events that this packet completed. */
  readonly events: readonly SseEvent[]
  /** Null: there may be more. Otherwise the stream ends behind these events. */
  readonly end: PacketsEnd | null
}

interface EventPackets {
  next(): Promise<EventPacket>
  /** Ends the reading. A connection whose answer was read to its end serves the next request. */
  close(isWhole: boolean): void
}

interface PacketOptions extends Pick<ResponseLimits, 'maxEventChars' | 'maxStreamBytes'> {
  /** Where the bytes count, of an answer that is many times its words; absent, they do not. */
  readonly memory?: HeldMemory | undefined
}

const CLOSED: PacketsEnd = { tag: 'closed' }
const TOO_LARGE: PacketsEnd = { tag: 'unreadable', failure: responseTooLarge }
const WITHOUT_EVENTS: PacketsEnd = { tag: 'unreadable', failure: streamWithoutEvents }

/**
 * Reads a stream of events packet by packet, as every kind of call does: no more of it than its bounds allow, and with
 * other work in between. While the memory of answers has no room, its upstream waits.
 */
export const eventPackets = (
  response: UpstreamResponse,
  { maxEventChars, maxStreamBytes, memory }: PacketOptions,
): EventPackets => {
  const events = sseReader(maxEventChars)
  const turnOf = readingTurns()
  let receivedBytes = 0
  return {
    next: async () => {
      const read = await response.read()
      const packet = isLeft(read) ? null : read.right
      const length = packet?.length ?? 0
      receivedBytes += length
      if (receivedBytes > maxStreamBytes) return { events: [], end: TOO_LARGE }
      const room = memory === undefined ? null : bringOfAnswer(memory, length)
      if (room !== null) await room
      const turn = turnOf(length)
      if (turn !== null) await turn
      const complete = isLeft(read) ? [] : packet === null ? events.flush() : events.feed(packet)
      if (events.hasOverflown()) return { events: complete, end: TOO_LARGE }
      if (events.isEmpty()) return { events: complete, end: WITHOUT_EVENTS }
      if (isLeft(read)) return { events: complete, end: { tag: 'broken', failure: read.left } }
      return { events: complete, end: packet === null ? CLOSED : null }
    },
    close: (isWhole) => {
      if (isWhole) response.release()
      else response.cancel()
    },
  }
}
