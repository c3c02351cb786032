import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InvalidCursor } from '../../codecs/position-cursor.ts'

interface Cursors {
  readonly limit: number
  readonly afterId: string | null
  /** Read where there is no `afterId`. */
  readonly beforeId: string | null
}

interface Page<A> {
  readonly data: readonly A[]
  /** In the direction in which the list is read. */
  readonly has_more: boolean
  readonly first_id: string | null
  readonly last_id: string | null
}

const pageOf = <A extends { readonly id: string }>(data: readonly A[], hasMore: boolean): Page<A> => ({
  data,
  has_more: hasMore,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
})

/** A part of a list: its beginning, what follows an entry, or what comes right before one. */
export const pageOfList = <A extends { readonly id: string }>(
  list: readonly A[],
  { limit, afterId, beforeId }: Cursors,
): Either<InvalidCursor, Page<A>> => {
  const id = afterId ?? beforeId
  const at = list.findIndex((entry) => entry.id === id)
  if (id !== null && at === -1) return left({ tag: 'invalid_cursor' })
  if (afterId === null && beforeId !== null) {
    const start = Math.max(0, at - limit)
    return right(pageOf(list.slice(start, at), start > 0))
  }
  const end = at + 1 + limit
  return right(pageOf(list.slice(at + 1, end), end < list.length))
}
