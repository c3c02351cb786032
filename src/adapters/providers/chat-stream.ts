import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../domain/chat/completion.ts'
import { unfold } from '../../domain/chat/unfold.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { headerOf } from './retry-after.ts'
import { sseReader } from './sse.ts'
import type { SseEvent } from './sse.ts'
import { answerTooLarge, endedEarly, withRequestId } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'
import type { UpstreamAnswer, UpstreamHeaders } from './upstream-exchange.ts'

/** What one event of a vendor's stream, or several in a row, amount to. */
export interface StreamStep {
  readonly chunks: readonly ChatChunk[]
  /** How the stream ends after these chunks, if it does: the upstream said that it is done, or told a failure. */
  readonly end: 'done' | UpstreamFailure | null
}

export const NOTHING: StreamStep = { chunks: [], end: null }

export const says = (...chunks: readonly ChatChunk[]): StreamStep => ({ chunks, end: null })

export const fails = (end: UpstreamFailure): StreamStep => ({ chunks: [], end })

/** Knows one vendor's events. */
export interface StreamReader {
  read(event: SseEvent): StreamStep
  /** Whether the answer is whole as it stands, should the upstream say nothing more. */
  isWhole(): boolean
}

/** Servers that name no type, or plain text, are given the benefit of the doubt. */
export const isEventStream = (headers: UpstreamHeaders): boolean =>
  !/json|html|xml/i.test(headerOf(headers, 'content-type') ?? '')

const readEvents = (reader: StreamReader, events: readonly SseEvent[]): StreamStep => {
  const chunks: ChatChunk[] = []
  for (const event of events) {
    const step = reader.read(event)
    chunks.push(...step.chunks)
    if (step.end !== null) return { chunks, end: step.end }
  }
  return { chunks, end: null }
}

/** A whole answer as a stream of one element, for vendors that do not stream what they were asked to stream. */
export async function* streamOf(
  completion: ChatCompletion,
): AsyncGenerator<Either<UpstreamFailure, readonly ChatChunk[]>, void, undefined> {
  yield right(unfold(completion))
}

/** The chunks of a streamed answer as they arrive. A reader that leaves early closes the connection. */
export async function* readChunks(
  answer: UpstreamAnswer,
  reader: StreamReader,
  { maxEventChars, upstreamRequestId }: { readonly maxEventChars: number; readonly upstreamRequestId: string | null },
): AsyncGenerator<Either<UpstreamFailure, readonly ChatChunk[]>, void, undefined> {
  const events = sseReader(maxEventChars)
  const failed = (failure: TransportFailure) => left(withRequestId(failure, upstreamRequestId))
  let isDone = false
  let hasUsage = false
  try {
    for (;;) {
      const bytes = await answer.read()
      const hasUpstreamEnded = bytes._tag === 'Left' || bytes.right === null
      const complete = bytes._tag === 'Left' ? [] : bytes.right === null ? events.flush() : events.feed(bytes.right)
      const { chunks, end } = readEvents(reader, complete)
      isDone = end === 'done'
      hasUsage ||= chunks.some(({ usage }) => usage !== null)
      if (chunks.length > 0) yield right(chunks)
      if (end === 'done') return
      // The last event may be half a one: then the end itself tells what happened.
      const isHalf = hasUpstreamEnded && end?.tag === 'bad_answer'
      if (end !== null && !isHalf) return yield left(end)
      if (events.hasOverflown()) return yield failed(answerTooLarge)
      if (!hasUpstreamEnded) continue
      // Once every choice had its end the answer is whole, unless the break took the vendor's count with it.
      const isBroken = bytes._tag === 'Left' || isHalf
      if (!reader.isWhole() || (isBroken && !hasUsage)) yield failed(bytes._tag === 'Left' ? bytes.left : endedEarly)
      return
    }
  } finally {
    if (isDone) answer.release()
    else answer.cancel()
  }
}
