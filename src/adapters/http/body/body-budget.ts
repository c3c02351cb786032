import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import { BodyReadAborted } from './body-read-aborted.ts'

/** The bytes of one body, counted as they arrive. */
interface BodyByteCounter {
  /** Counts `bytes` more; false where the budget of the process, or of this caller, is used up. */
  readonly add: (bytes: number) => boolean
  /** Gives all counted bytes back; a second call does nothing. */
  readonly release: () => void
}

/** What all bodies that are being read or handled may hold together. */
export interface BodyBudget {
  /** Whether the budget has room now for a body that announces `bytes`. */
  readonly hasCapacity: (caller: string, bytes: number) => boolean
  readonly open: (caller: string) => BodyByteCounter
  readonly bytesInFlight: () => number
}

/** One caller holds at most this share, so that a single account cannot use up the budget of all others. */
const MAX_CALLER_SHARE = 1 / 4

/**
 * A budget of `maxBytes` for the whole process. Bytes count when they arrive and not when they are announced: an
 * announcement costs a client nothing, so it must not use the budget of others. One caller may always send one body of
 * `largestBody` bytes, if no other caller needs that part of the budget.
 */
export const bodyBudget = (maxBytes: number, largestBody: number): BodyBudget => {
  const maxPerCaller = Math.max(largestBody, maxBytes * MAX_CALLER_SHARE)
  const byCaller = new Map<string, number>()
  let all = 0
  const hasCapacity = (caller: string, bytes: number): boolean =>
    all + bytes <= maxBytes && (byCaller.get(caller) ?? 0) + bytes <= maxPerCaller
  const open = (caller: string): BodyByteCounter => {
    let own = 0
    const add = (bytes: number): boolean => {
      if (!hasCapacity(caller, bytes)) return false
      own += bytes
      all += bytes
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + bytes)
      return true
    }
    const release = (): void => {
      if (own === 0) return
      const left = (byCaller.get(caller) ?? 0) - own
      if (left > 0) byCaller.set(caller, left)
      else byCaller.delete(caller)
      all -= own
      own = 0
    }
    return { add, release }
  }
  return { hasCapacity, open, bytesInFlight: () => all }
}

/**
 * Counts bytes against the budget until the answer is sent or the connection is closed; false where there is no room.
 */
export const holdUntilAnswered = ({ res }: Exchange, { budget, caller }: CallerBudget, size: number): boolean => {
  const bytes = budget.open(caller)
  if (!bytes.add(size)) return false
  if (res.closed) bytes.release()
  else res.once('close', bytes.release)
  return true
}

export interface CallerBudget {
  readonly budget: BodyBudget
  /** The account that calls, or the client's address where there is no account. */
  readonly caller: string
}

const megabytes = (bytes: number): string => (bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`)

export const tooLarge = (maxBytes: number): ProtocolFailure => ({
  tag: 'payload_too_large',
  message: `The body is larger than ${megabytes(maxBytes)}.`,
})

const isEncoded = (exchange: Exchange): boolean => {
  const encoding = exchange.headers['content-encoding']
  return encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity'
}

/** The refusal that the headers alone cause, before a byte of the body is read; null if there is none. */
const headerFailure = (
  exchange: Exchange,
  maxBytes: number,
  { budget, caller }: CallerBudget,
): ProtocolFailure | null => {
  if (isEncoded(exchange))
    return { tag: 'unsupported_media_type', message: 'Send the body without a content encoding.' }
  const announced = Number(exchange.headers['content-length'] ?? 0)
  if (announced > maxBytes) return tooLarge(maxBytes)
  return budget.hasCapacity(caller, announced) ? null : { tag: 'overloaded' }
}

/**
 * Reads a body with `collect`, which rejects where the request emits an error. Its bytes count against the budget
 * until the answer is sent or the connection is closed, and a body that exceeds the budget is read no further. A client
 * that asked first (`Expect: 100-continue`) gets its 100 only here, so it sends no body that the headers refuse.
 */
export const readWithinBudget = async <A>(
  exchange: Exchange,
  maxBytes: number,
  admission: CallerBudget,
  collect: () => Promise<A>,
  failureOf: (error: unknown) => ProtocolFailure,
): Promise<Either<ProtocolFailure, A>> => {
  const refusal = headerFailure(exchange, maxBytes, admission)
  if (refusal !== null) return left(refusal)
  // `identity` has any case; the libraries that read know it in lower case alone.
  if (exchange.headers['content-encoding'] !== undefined) delete exchange.req.headers['content-encoding']
  const bytes = admission.budget.open(admission.caller)
  const count = (chunk: Buffer): void => {
    if (!bytes.add(chunk.length)) exchange.req.emit('error', new BodyReadAborted({ tag: 'overloaded' }))
  }
  // A closed connection emits no `close` any more.
  if (!exchange.res.closed) exchange.res.once('close', bytes.release)
  exchange.req.on('data', count)
  if (exchange.headers.expect?.toLowerCase() === '100-continue') exchange.res.writeContinue()
  try {
    return right(await collect())
  } catch (error) {
    return left(error instanceof BodyReadAborted ? error.failure : failureOf(error))
  } finally {
    exchange.req.off('data', count)
    if (exchange.res.closed) bytes.release()
  }
}
