import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { ChunkBatch } from '../../../application/ports/providers/chat-provider.ts'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { NativePlace } from '../../../domain/chat/native.ts'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import { unfold } from '../../../domain/chat/answers/unfold.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { streamBounds } from '../answer-bounds.ts'
import type { ResponseLimits } from '../upstream/response-limits.ts'
import { headerOf } from '../upstream/upstream-http.ts'
import type { SseEvent } from '../upstream/sse.ts'
import { responseTooLarge, endedEarly, withRequestId } from '../upstream/transport-failure.ts'
import type { TransportFailure } from '../upstream/transport-failure.ts'
import type { UpstreamResponse, UpstreamHeaders } from '../upstream/upstream-http.ts'
import { isBeyondLimits } from '../wire.ts'
import { eventPackets } from './event-packets.ts'

/** What one event of a provider's stream, or several in a row, amount to. */
export interface StreamStep {
  readonly chunks: readonly ChatChunk[]
  /** How the stream ends after these chunks, if it does: the upstream reported that it is done, or a failure. */
  readonly end: 'done' | UpstreamFailure | null
  /** What kind of event it was by its data, in a wire that says so there: the line `event` may be missing. */
  readonly type?: string | null
  /** Where in the answer the event belongs, in a wire in which the gateway must know. */
  readonly place?: NativePlace
}

export const NOTHING: StreamStep = { chunks: [], end: null }

export const says = (chunk: ChatChunk): StreamStep => ({ chunks: [chunk], end: null })

export const fails = (end: UpstreamFailure): StreamStep => ({ chunks: [], end })

/** Knows one provider's events. */
export interface StreamReader {
  read(event: SseEvent): StreamStep
  /** Whether the answer is whole as it stands, should the upstream say nothing more. */
  isWhole(): boolean
  /** The provider's id of the call, where an event names it. */
  upstreamRequestId?(): string | null
}

/** Servers that name no type, or plain text, are given the benefit of the doubt. */
export const isEventStream = (headers: UpstreamHeaders): boolean =>
  !/json|html|xml/i.test(headerOf(headers, 'content-type') ?? '')

/** What events amount to, and the data of the last one that was read where it ends the stream. */
type ReadEvents = StreamStep & { readonly lastData: string }

const readEvents = (reader: StreamReader, events: readonly SseEvent[]): ReadEvents => {
  const chunks: ChatChunk[] = []
  for (const event of events) {
    const step = reader.read(event)
    for (const chunk of step.chunks) chunks.push(chunk)
    if (step.end !== null) return { chunks, end: step.end, lastData: event.data }
  }
  return { chunks, end: null, lastData: '' }
}

/** An event that no reader was given to read, because it is larger or deeper than we parse, is no bad answer. */
const ownOrOurs = (end: UpstreamFailure, data: string): UpstreamFailure =>
  end.tag === 'bad_answer' && isBeyondLimits(data) ? withRequestId(responseTooLarge, end.upstreamRequestId) : end

/** A whole answer as a stream of one element, for providers that do not stream what they were asked to stream. */
export async function* streamOf(
  completion: ChatCompletion,
): AsyncGenerator<Either<UpstreamFailure, ChunkBatch>, void, undefined> {
  yield right(unfold(completion))
}

interface ReadOptions extends Pick<ResponseLimits, 'maxEventChars' | 'maxStreamBytes'> {
  readonly upstreamRequestId: string | null
  /** Where the bytes count, of an answer that is many times its words; absent, they do not. */
  readonly memory?: HeldMemory | undefined
}

/**
 * The chunks of a streamed answer as they arrive. A reader that leaves early closes the connection. What arrives is
 * kept until the answer is whole, so a stream that exceeds a bound is broken off.
 */
export async function* readChunks(
  answer: UpstreamResponse,
  reader: StreamReader,
  { upstreamRequestId, ...options }: ReadOptions,
): AsyncGenerator<Either<UpstreamFailure, ChunkBatch>, void, undefined> {
  const packets = eventPackets(answer, options)
  const failed = (failure: TransportFailure) => left(withRequestId(failure, upstreamRequestId))
  const bounds = streamBounds()
  let isDone = false
  let hasUsage = false
  try {
    for (;;) {
      const packet = await packets.next()
      const { chunks, end, lastData } = readEvents(reader, packet.events)
      if (!bounds.admit(chunks)) return yield failed(responseTooLarge)
      isDone = end === 'done'
      hasUsage ||= chunks.some(({ usage }) => usage !== null)
      if (chunks.length > 0) yield right(chunks)
      if (end === 'done') return
      // The last event may be half a one: then the end itself tells what happened.
      const isHalf = packet.end?.tag === 'closed' && end?.tag === 'bad_answer'
      if (end !== null && !isHalf) return yield left(ownOrOurs(end, lastData))
      if (packet.end === null) continue
      if (packet.end.tag === 'unreadable') return yield failed(packet.end.failure)
      // Once every choice had its end the answer is whole, unless the break took the provider's count with it.
      const isCut = packet.end.tag === 'broken' || isHalf
      const isWhole = reader.isWhole() && (!isCut || hasUsage)
      if (!isWhole) yield failed(packet.end.tag === 'broken' ? packet.end.failure : endedEarly)
      return
    }
  } finally {
    packets.close(isDone)
  }
}
