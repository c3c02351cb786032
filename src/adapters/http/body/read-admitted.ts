import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import type { ProtocolFailure } from '../failures.ts'
import type { BodyBudget } from './body-budget.ts'
import { StoppedReading } from './stopped-reading.ts'

export interface BodyAdmission {
  readonly budget: BodyBudget
  /** The account that calls, or the client's address where there is no account. */
  readonly caller: string
}

const megabytes = (bytes: number): string => (bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`)

export const tooLarge = (mostBytes: number): ProtocolFailure => ({
  tag: 'payload_too_large',
  message: `The body is larger than ${megabytes(mostBytes)}.`,
})

const isEncoded = (ctx: Context): boolean => {
  const encoding = ctx.headers['content-encoding']
  return encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity'
}

/** What the headers alone refuse, before a byte of the body is read. */
const refusalOf = (ctx: Context, mostBytes: number, { budget, caller }: BodyAdmission): ProtocolFailure | null => {
  if (isEncoded(ctx)) return { tag: 'unsupported_media_type', message: 'Send the body without a content encoding.' }
  const announced = Number(ctx.headers['content-length'] ?? 0)
  if (announced > mostBytes) return tooLarge(mostBytes)
  return budget.hasRoom(caller, announced) ? null : { tag: 'overloaded' }
}

/**
 * Reads a body with `collect`, which rejects where the request emits an error. Its bytes count against the budget
 * until the answer is out or the connection is gone, and a body for which no room is left stops arriving. A client
 * that asked first (`Expect: 100-continue`) is told to go on only here, so it sends nothing that the headers refuse.
 */
export const readAdmitted = async <A>(
  ctx: Context,
  mostBytes: number,
  admission: BodyAdmission,
  collect: () => Promise<A>,
  failureOf: (error: unknown) => ProtocolFailure,
): Promise<Either<ProtocolFailure, A>> => {
  const refusal = refusalOf(ctx, mostBytes, admission)
  if (refusal !== null) return left(refusal)
  // `identity` has any case; the libraries that read know it in lower case alone.
  delete ctx.req.headers['content-encoding']
  const bytes = admission.budget.open(admission.caller)
  const count = (chunk: Buffer): void => {
    if (!bytes.add(chunk.length)) ctx.req.emit('error', new StoppedReading({ tag: 'overloaded' }))
  }
  // A connection that is gone emits no `close` any more.
  if (!ctx.res.closed) ctx.res.once('close', bytes.giveBack)
  ctx.req.on('data', count)
  if (ctx.headers.expect?.toLowerCase() === '100-continue') ctx.res.writeContinue()
  try {
    return right(await collect())
  } catch (error) {
    return left(error instanceof StoppedReading ? error.failure : failureOf(error))
  } finally {
    ctx.req.off('data', count)
    if (ctx.res.closed) bytes.giveBack()
  }
}
