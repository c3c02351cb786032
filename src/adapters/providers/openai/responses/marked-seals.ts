import { sealMarkIn, sealMarkOf } from '../../../../domain/routing/seal-mark.ts'
import { stringOf } from '../../../../domain/json.ts'
import { objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** A key with a text behind it. No text of JSON holds this: it would write the quotes in another way. */
const SEAL = /"encrypted_content"\s*:\s*"(?=[^"])/g
const KEY = '"encrypted_content"'

/** An answer or an event in which every seal begins with the mark of the provider that made it. */
export const markSeals = (json: string, provider: string): string =>
  json.includes(KEY) ? json.replace(SEAL, (beginning) => beginning + sealMarkOf(provider)) : json

const isThought = ({ type }: Wire): boolean => type === 'reasoning'

const markOf = (item: Wire): string | null => sealMarkIn(stringOf(item['encrypted_content']) ?? '')

interface ReadBy {
  readonly provider: string
  /** Whether it could not read the thoughts: then it gets none. */
  readonly leavesOutReasoning: boolean
}

const isReadable = (item: Wire, { provider, leavesOutReasoning }: ReadBy): boolean => {
  if (leavesOutReasoning) return !isThought(item)
  const mark = markOf(item)
  return mark === null || mark === sealMarkOf(provider)
}

/** Where each item that the provider is given stands in the input. */
export const readablePlaces = (input: unknown, readBy: ReadBy): readonly number[] =>
  objectsIn(input).flatMap((item, index) => (isReadable(item, readBy) ? [index] : []))

/**
 * The items of an input as a provider can read them: its own seals without their mark, and no thoughts that another
 * provider sealed. Null if that is the input as it is.
 */
export const readableItems = (input: unknown, readBy: ReadBy): readonly Wire[] | null => {
  const items = objectsIn(input)
  const isAsGiven = readBy.leavesOutReasoning ? !items.some(isThought) : items.every((item) => markOf(item) === null)
  if (isAsGiven) return null
  const readable = items.filter((item) => isReadable(item, readBy))
  if (readBy.leavesOutReasoning) return readable
  const own = sealMarkOf(readBy.provider)
  return readable.map((item) =>
    markOf(item) === null
      ? item
      : { ...item, encrypted_content: stringOf(item['encrypted_content'])?.slice(own.length) },
  )
}
