import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { listedItemId } from '../../../../domain/responses/stored-response.ts'
import type { ResponseItem } from '../../../../domain/responses/stored-response.ts'

type ShownItem = ResponseItem & { readonly id: string }

interface InputItemPage {
  readonly data: readonly ShownItem[]
  readonly hasMore: boolean
}

interface PageOptions {
  readonly order: 'asc' | 'desc'
  /** The id of the last item of the page before. */
  readonly after: string | null
  /** At least 1. */
  readonly limit: number
}

/** A message is shown with its content in parts, however short it was written. */
const shownMessage = (item: ResponseItem): ResponseItem => {
  const { role, content } = item
  if (typeof content !== 'string') return item
  const part =
    role === 'assistant'
      ? { type: 'output_text', text: content, annotations: [], logprobs: [] }
      : { type: 'input_text', text: content }
  return { ...item, content: [part] }
}

/**
 * The items of a response's input with their types, states and names. An item without a name, or with one that an item
 * before it has, is named by its place, which never changes: a page behind a name is found again.
 */
const shownItems = (items: readonly ResponseItem[]): readonly ShownItem[] => {
  const taken = new Set<string>()
  return items.map((item, place) => {
    const type = item['type'] ?? 'message'
    const own = item['id']
    const id = typeof own === 'string' && own !== '' && !taken.has(own) ? own : listedItemId(place)
    taken.add(id)
    return { status: 'completed', ...(type === 'message' ? shownMessage(item) : item), type, id }
  })
}

/** One page of the items, which come oldest first. The newest is first unless asked for in the other order. */
export const inputItemPage = (
  items: readonly ResponseItem[],
  { order, after, limit }: PageOptions,
): Either<{ readonly tag: 'invalid_cursor' }, InputItemPage> => {
  const oldestFirst = shownItems(items)
  const shown = order === 'asc' ? oldestFirst : oldestFirst.toReversed()
  const from = after === null ? 0 : shown.findIndex(({ id }) => id === after) + 1
  if (after !== null && from === 0) return left({ tag: 'invalid_cursor' })
  return right({ data: shown.slice(from, from + limit), hasMore: shown.length > from + limit })
}
