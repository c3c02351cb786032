import type * as t from 'io-ts'
import type { Either } from 'fp-ts/lib/Either.js'
import { fitting } from '../codecs/codecs.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import { BodyReadAborted } from './body-read-aborted.ts'
import type { BodyLimits } from './body-limits.ts'
import { bodyTooLarge, CUT_BODY, readWithinBudget } from './body-budget.ts'

const isBytes = (input: unknown): input is Uint8Array => input instanceof Uint8Array

/**
 * The body of an endpoint that takes its bytes as they came, of any media type, because a signature over them must be
 * verified. `rawBodyReader` reads it; nothing of it is parsed.
 */
export const rawBody: t.Type<Uint8Array, unknown, unknown> = fitting('bytes', isBytes, {
  type: 'object',
  description: 'What the sender writes, in its own media type.',
})

/** Collects the bytes up to the limit. Rejects when the connection closes before the body is whole. */
const collectBytes = ({ req }: Exchange, maxBytes: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const settle = (end: () => void): void => {
      req.off('data', take)
      req.off('end', finish)
      req.off('error', fail)
      req.off('close', cut)
      end()
    }
    const take = (chunk: Buffer): void => {
      received += chunk.length
      if (received > maxBytes) fail(new BodyReadAborted(bodyTooLarge(maxBytes)))
      else chunks.push(chunk)
    }
    const finish = (): void => settle(() => resolve(Buffer.concat(chunks)))
    const fail = (error: Error): void => settle(() => reject(error))
    const cut = (): void => fail(new Error('the connection closed'))
    req.on('data', take)
    req.on('end', finish)
    req.on('error', fail)
    req.on('close', cut)
    // A request that was destroyed before emits no event any more.
    if (req.destroyed) cut()
  })

/** Reads a body of any media type as its bytes. They count against the budget as those of every other body. */
export const rawBodyReader =
  ({ bytes }: BodyLimits) =>
  (exchange: Exchange, memory: HeldMemory): Promise<Either<ProtocolFailure, Uint8Array>> =>
    readWithinBudget(
      exchange,
      bytes,
      memory,
      () => collectBytes(exchange, bytes),
      () => CUT_BODY,
    )
