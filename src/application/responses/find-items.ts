import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MAX_CHAIN, responseOfItem, thoughtsIn } from '../../domain/responses/stored-response.ts'
import type { ResponseItem, StoredItems } from '../../domain/responses/stored-response.ts'
import { oldestKept, sealingOf } from './keeping.ts'
import type { HoldBytes, KeepingDeps, Overloaded } from './keeping.ts'
import { unsealItems } from './sealed-exchange.ts'

/** Of the ids of items that a request refers to, the first that is not to be had, and why. */
interface ItemNotFound {
  readonly tag: 'item_not_found'
  readonly itemId: string
  readonly why: 'unknown' | 'too_much'
}

/** Items by their ids. */
export type ItemsById = ReadonlyMap<string, ResponseItem>

interface FoundItems {
  readonly items: ItemsById
  /** Thoughts of stored answers of which the client saw less, by the ids of their items. */
  readonly thoughts: ItemsById
}

export type FindItems = (
  userId: string,
  itemIds: readonly string[],
  holdBytes: HoldBytes,
) => Promise<Either<ItemNotFound | Overloaded, FoundItems>>

/** Each is a read of its own. */
const MAX_RESPONSES = 256

/**
 * The items of stored answers that a request names by their ids alone, by id. As many bytes are read as one request may
 * have.
 */
export const findItems =
  (deps: KeepingDeps<'findItems' | 'findByItem'>): FindItems =>
  async (userId, itemIds, holdBytes) => {
    const { storedResponses } = deps
    const sealing = sealingOf(deps.keeping)
    const items = new Map<string, ResponseItem>()
    const thoughts = new Map<string, ResponseItem>()
    let [reads, bytes] = [0, 0]

    /** What is stored of the answer with this item. An id that names no response may be one that a provider gave. */
    const answerWith = (itemId: string): Promise<StoredItems | null> => {
      reads += 1
      const id = responseOfItem(itemId)
      return id === null
        ? storedResponses.findByItem(userId, itemId, oldestKept(deps))
        : storedResponses.findItems({ userId, id }, oldestKept(deps))
    }

    for (const itemId of itemIds) {
      if (items.has(itemId)) continue
      if (reads === MAX_RESPONSES) return left({ tag: 'item_not_found', itemId, why: 'too_much' })
      const stored = sealing === null ? null : await answerWith(itemId)
      if (sealing === null || stored === null) return left({ tag: 'item_not_found', itemId, why: 'unknown' })
      bytes += stored.sealed.bytes.length
      if (!holdBytes(stored.sealed.bytes.length)) return left({ tag: 'overloaded' })
      if (bytes > MAX_CHAIN.bytes) return left({ tag: 'item_not_found', itemId, why: 'too_much' })
      const exchanged = unsealItems(sealing, stored)
      for (const item of exchanged.response.output) items.set(String(item['id']), item)
      for (const [id, item] of thoughtsIn([exchanged])) thoughts.set(id, item)
      if (!items.has(itemId)) return left({ tag: 'item_not_found', itemId, why: 'unknown' })
    }
    return right({ items, thoughts })
  }
