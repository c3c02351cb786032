import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { headerOf } from './retry-after.ts'
import { sseReader } from './sse.ts'
import type { SseEvent } from './sse.ts'
import { answerTooLarge, endedEarly, withRequestId } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'
import type { UpstreamAnswer, UpstreamHeaders } from './upstream-exchange.ts'

/** What one event of a vendor's stream amounts to. */
export type StreamStep =
  | { readonly tag: 'nothing' }
  | { readonly tag: 'chunk'; readonly chunk: ChatChunk }
  /** One event that says several things, in this order. */
  | { readonly tag: 'chunks'; readonly chunks: readonly ChatChunk[] }
  /** The upstream said that it is done; a last chunk may belong to that. */
  | { readonly tag: 'done'; readonly chunk: ChatChunk | null }
  | { readonly tag: 'failed'; readonly failure: UpstreamFailure }

/** Knows one vendor's events. */
export interface StreamReader {
  read(event: SseEvent): StreamStep
  /** Whether the answer is whole as it stands, should the upstream say nothing more. */
  isWhole(): boolean
}

/** Servers that name no type, or plain text, are given the benefit of the doubt. */
export const isEventStream = (headers: UpstreamHeaders): boolean =>
  !/json|html|xml/i.test(headerOf(headers, 'content-type') ?? '')

/** The chunks of a streamed answer as they arrive. A reader that leaves early closes the connection. */
export async function* readChunks(
  answer: UpstreamAnswer,
  reader: StreamReader,
  { maxEventChars, upstreamRequestId }: { readonly maxEventChars: number; readonly upstreamRequestId: string | null },
): AsyncGenerator<Either<UpstreamFailure, ChatChunk>, void, undefined> {
  const events = sseReader(maxEventChars)
  const failed = (failure: TransportFailure) => left(withRequestId(failure, upstreamRequestId))
  let hasUpstreamEnded = false
  let isDone = false
  try {
    for (;;) {
      const packet = await answer.read()
      hasUpstreamEnded = packet._tag === 'Left' || packet.right === null
      const complete = packet._tag === 'Left' ? [] : packet.right === null ? events.flush() : events.feed(packet.right)
      if (complete === null) return yield failed(answerTooLarge)
      for (const event of complete) {
        const step = reader.read(event)
        // The last event may be half a one: then the end itself tells what happened.
        if (hasUpstreamEnded && step.tag === 'failed' && step.failure.tag === 'bad_answer') break
        if (step.tag === 'failed') return yield left(step.failure)
        if (step.tag === 'chunk') yield right(step.chunk)
        if (step.tag === 'chunks') for (const chunk of step.chunks) yield right(chunk)
        if (step.tag !== 'done') continue
        isDone = true
        if (step.chunk !== null) yield right(step.chunk)
        return
      }
      if (!hasUpstreamEnded) continue
      // Once every choice had its end the answer is whole; only what surrounds it was lost.
      if (!reader.isWhole()) yield failed(packet._tag === 'Left' ? packet.left : endedEarly)
      return
    }
  } finally {
    if (isDone) answer.release()
    else answer.cancel()
  }
}
