import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MAX_CHAIN, responseOfItem } from '../../domain/responses/stored-response.ts'
import type { ResponseItem } from '../../domain/responses/stored-response.ts'
import { oldestKept, sealingOf } from './keeping.ts'
import type { HoldBytes, KeepingDeps, Overloaded } from './keeping.ts'
import { unsealExchange } from './sealed-exchange.ts'

/** Of the ids of items that a request refers to, the first that is not to be had, and why. */
interface ItemNotFound {
  readonly tag: 'item_not_found'
  readonly itemId: string
  readonly why: 'unknown' | 'too_much'
}

export type FindItems = (
  userId: string,
  itemIds: readonly string[],
  holdBytes: HoldBytes,
) => Promise<Either<ItemNotFound | Overloaded, ReadonlyMap<string, ResponseItem>>>

/** Each is a read of its own. */
const MAX_RESPONSES = 256

/**
 * The items of stored answers that a request names by their ids alone, by id. As many bytes are read as one request may
 * have.
 */
export const findItems =
  (deps: KeepingDeps<'find'>): FindItems =>
  async (userId, itemIds, holdBytes) => {
    const sealing = sealingOf(deps.keeping)
    const items = new Map<string, ResponseItem>()
    const read = new Set<string>()
    let bytes = 0

    /** Whether there is room for what the response holds. */
    const readItemsOf = async (id: string): Promise<boolean> => {
      const stored = sealing === null ? null : await deps.storedResponses.find({ userId, id }, oldestKept(deps))
      if (sealing === null || stored === null) return true
      bytes += stored.sealed.bytes.length
      if (!holdBytes(stored.sealed.bytes.length)) return false
      for (const item of unsealExchange(sealing, stored).response.output) items.set(String(item['id']), item)
      return true
    }

    for (const itemId of itemIds) {
      const id = responseOfItem(itemId)
      if (id === null) return left({ tag: 'item_not_found', itemId, why: 'unknown' })
      if (!read.has(id)) {
        if (read.size === MAX_RESPONSES) return left({ tag: 'item_not_found', itemId, why: 'too_much' })
        read.add(id)
        if (!(await readItemsOf(id))) return left({ tag: 'overloaded' })
      }
      if (bytes > MAX_CHAIN.bytes) return left({ tag: 'item_not_found', itemId, why: 'too_much' })
      if (!items.has(itemId)) return left({ tag: 'item_not_found', itemId, why: 'unknown' })
    }
    return right(items)
  }
