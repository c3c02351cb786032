import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import { BodyReadAborted } from './body-read-aborted.ts'

const megabytes = (bytes: number): string => (bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`)

export const bodyTooLarge = (maxBytes: number): ProtocolFailure => ({
  tag: 'payload_too_large',
  message: `The body is larger than ${megabytes(maxBytes)}.`,
})

/** The connection closed before the end of the body. */
export const CUT_BODY: ProtocolFailure = { tag: 'malformed_json', message: 'The body did not arrive whole.' }

const isEncoded = (exchange: Exchange): boolean => {
  const encoding = exchange.headers['content-encoding']
  return encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity'
}

/** The refusal that the headers alone cause, before a byte of the body is read; null if there is none. */
const headerFailure = (exchange: Exchange, maxBytes: number, memory: HeldMemory): ProtocolFailure | null => {
  if (isEncoded(exchange))
    return { tag: 'unsupported_media_type', message: 'Send the body without a content encoding.' }
  const announced = Number(exchange.headers['content-length'] ?? 0)
  if (announced > maxBytes) return bodyTooLarge(maxBytes)
  return memory.hasRoom(announced) ? null : { tag: 'overloaded' }
}

/**
 * Reads a body with `collect`, which rejects where the request emits an error. Its bytes count in the memory of the
 * exchange, and a body for which there is no room is read no further. A client that asked first
 * (`Expect: 100-continue`) gets its 100 only here, so it sends no body that the headers refuse.
 */
export const readWithinBudget = async <A>(
  exchange: Exchange,
  maxBytes: number,
  memory: HeldMemory,
  collect: () => Promise<A>,
  failureOf: (error: unknown) => ProtocolFailure,
): Promise<Either<ProtocolFailure, A>> => {
  const refusal = headerFailure(exchange, maxBytes, memory)
  if (refusal !== null) return left(refusal)
  // `identity` has any case; the libraries that read know it in lower case alone.
  if (exchange.headers['content-encoding'] !== undefined) delete exchange.req.headers['content-encoding']
  const count = (chunk: Buffer): void => {
    if (!memory.add(chunk.length)) exchange.req.emit('error', new BodyReadAborted({ tag: 'overloaded' }))
  }
  exchange.req.on('data', count)
  if (exchange.headers.expect?.toLowerCase() === '100-continue') exchange.res.writeContinue()
  try {
    return right(await collect())
  } catch (error) {
    return left(error instanceof BodyReadAborted ? error.failure : failureOf(error))
  } finally {
    exchange.req.off('data', count)
  }
}
