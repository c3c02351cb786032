import type { Page } from './page.ts'

interface PageRead<Row, Place> {
  /** At least 1. */
  readonly limit: number
  readonly read: (limit: number) => Promise<readonly Row[]>
  /** The place of a row, behind which the next page begins. */
  readonly placeOf: (row: Row) => Place
}

/** Reads a page of at most `limit` rows, and one row more, which shows whether a next page follows. */
export const readPage = async <Row, Place>({
  limit,
  read,
  placeOf,
}: PageRead<Row, Place>): Promise<Page<Row, Place>> => {
  const found = await read(limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : null }
}
