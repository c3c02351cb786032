import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { TransportFailure } from './transport-failure.ts'
import { withRequestId } from './transport-failure.ts'
import type { UpstreamAnswer } from './upstream-exchange.ts'

const emptyFile: TransportFailure = { tag: 'bad_answer', message: 'The upstream sent a file without a byte.' }

/**
 * The body of an answer as it arrives. A Left is always the last element; an empty body is one too. Whoever stops
 * reading early closes the connection.
 */
export async function* downloadBody(
  answer: UpstreamAnswer,
  upstreamRequestId: string | null,
): AsyncGenerator<Either<UpstreamFailure, Uint8Array>, void, undefined> {
  let receivedBytes = 0
  let hasEnded = false
  try {
    for (;;) {
      const packet = await answer.read()
      hasEnded = packet._tag === 'Left' || packet.right === null
      if (packet._tag === 'Left') return yield left(withRequestId(packet.left, upstreamRequestId))
      if (packet.right === null) {
        if (receivedBytes === 0) yield left(withRequestId(emptyFile, upstreamRequestId))
        return
      }
      receivedBytes += packet.right.length
      yield right(packet.right)
    }
  } finally {
    if (!hasEnded) answer.cancel()
  }
}
