import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { FindItems, ItemsById } from '../../../../application/responses/find-items.ts'
import type { HoldBytes, Overloaded } from '../../../../application/responses/keeping.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { typeOfItem } from '../response-input/item-codec.ts'
import type { InputItem } from '../response-input/item-codec.ts'

export const isReference = (item: InputItem): boolean => typeOfItem(item) === 'item_reference'

const REASONS = {
  unknown: 'There is no stored item with this id.',
  too_much: 'The items with these ids are more than one request may have: send them themselves.',
} as const

/** The place of the first reference to an item that an earlier one names: a short text could name a long item often. */
const firstRepeated = (items: readonly InputItem[]): number | null => {
  const named = new Set<string>()
  const index = items.findIndex((item) => {
    const isKnown = isReference(item) && named.has(item.id ?? '')
    if (isReference(item)) named.add(item.id ?? '')
    return isKnown
  })
  return index === -1 ? null : index
}

interface ReferredItems {
  readonly items: readonly InputItem[]
  /** Thoughts of those answers of which the client saw less, by the ids of their items. */
  readonly thoughts: ItemsById
}

/** The items of an input, each that is named by its id alone in full: some clients send earlier answers so. */
export const referredItems = async (
  findItems: FindItems,
  userId: string,
  items: readonly InputItem[],
  holdBytes: HoldBytes,
): Promise<Either<UnsupportedParameter | Overloaded, ReferredItems>> => {
  const ids = items.flatMap((item) => (isReference(item) ? [item.id ?? ''] : []))
  if (ids.length === 0) return right({ items, thoughts: new Map() })
  const repeated = firstRepeated(items)
  if (repeated !== null) return unsupportedParameter(`input.${repeated}.id`, 'The input names this item already.')
  const found = await findItems(userId, ids, holdBytes)
  if (isLeft(found)) {
    if (found.left.tag === 'overloaded') return left(found.left)
    const { itemId, why } = found.left
    const index = items.findIndex((item) => isReference(item) && (item.id ?? '') === itemId)
    return unsupportedParameter(`input.${index}.id`, REASONS[why])
  }
  const { items: stored, thoughts } = found.right
  // They were items of an answer when they were stored.
  const inFull = items.map((item) => (isReference(item) ? ((stored.get(item.id ?? '') ?? item) as InputItem) : item))
  return right({ items: inFull, thoughts })
}
