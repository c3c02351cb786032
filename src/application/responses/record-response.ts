import { chainWith } from '../../domain/responses/stored-response.ts'
import type { ChainSize, Exchange } from '../../domain/responses/stored-response.ts'
import { sealingOf } from './keeping.ts'
import type { KeepingDeps } from './keeping.ts'
import { exchangeBytes, sealBytes } from './sealed-exchange.ts'

/** The response that a request continues. */
export interface Continued {
  readonly id: string
  readonly chain: ChainSize
}

export interface RecordResponseInput {
  readonly userId: string
  /** Becomes the id of the response. */
  readonly operationId: string
  /** Null where the request continues none. */
  readonly previous: Continued | null
  readonly exchange: Exchange
}

/** Resolves once the response is durable: true if it is. */
export type RecordResponse = (input: RecordResponseInput) => Promise<boolean>

/** Stores a response for its account. Where none is kept, or the account was closed by now, it is not stored. */
export const recordResponse =
  (deps: KeepingDeps<'add'>): RecordResponse =>
  async ({ userId, operationId, previous, exchange }) => {
    const sealing = sealingOf(deps.keeping)
    if (sealing === null) return false
    const place = { id: operationId, userId, previousId: previous?.id ?? null }
    const bytes = exchangeBytes(exchange)
    return deps.storedResponses.add({
      ...place,
      createdAt: new Date(deps.clock.now()),
      chain: chainWith(previous?.chain ?? null, exchange, bytes.length),
      sealed: sealBytes(sealing, bytes, place),
    })
  }
