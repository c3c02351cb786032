import { chainWith, exchangedItems, foreignItemIds } from '../../domain/responses/stored-response.ts'
import type { ChainSize, Exchange } from '../../domain/responses/stored-response.ts'
import { sealingOf } from './keeping.ts'
import type { KeepingDeps, ResponseKeeping } from './keeping.ts'
import { exchangeParts, sealParts } from './sealed-exchange.ts'

/** The response that a request continues. */
export interface Continued {
  readonly id: string
  readonly chain: ChainSize
}

interface RecordResponseInput {
  readonly userId: string
  /** Becomes the id of the response. */
  readonly operationId: string
  /** Null if the request continues none. */
  readonly previous: Continued | null
  readonly exchange: Exchange
}

/** Resolves to whether the response is durable; never rejects, for the answer itself is there. */
export type RecordResponse = (input: RecordResponseInput) => Promise<boolean>

interface RecordResponseDeps extends KeepingDeps<'add'> {
  /** A response could not be stored: its client learns that it is not. */
  readonly onLost: (operationId: string, error: unknown) => void
}

/** Whether this installation stores responses. */
export const storesResponses = (keeping: ResponseKeeping): boolean => sealingOf(keeping) !== null

/** Stores a response for its account. Where none is kept, or the account was closed by now, it is not stored. */
export const recordResponse =
  (deps: RecordResponseDeps): RecordResponse =>
  async (input) => {
    try {
      return await store(deps, input)
    } catch (error) {
      deps.onLost(input.operationId, error)
      return false
    }
  }

const store = async (
  deps: KeepingDeps<'add'>,
  { userId, operationId, previous, exchange }: RecordResponseInput,
): Promise<boolean> => {
  const sealing = sealingOf(deps.keeping)
  if (sealing === null) return false
  const place = { id: operationId, userId, previousId: previous?.id ?? null }
  const [items, parts] = [exchangedItems(exchange), exchangeParts(exchange)]
  return deps.storedResponses.add({
    ...place,
    createdAt: new Date(deps.clock.now()),
    chain: chainWith(previous?.chain ?? null, items, parts.items.length),
    itemIds: foreignItemIds(items),
    ...sealParts(sealing, parts, place),
  })
}
