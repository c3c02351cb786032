/** One page of a list. */
interface Page<Row> {
  readonly rows: readonly Row[]
  /** The last of the rows if more follow behind it, for the cursor of the next page; null on the last page. */
  readonly lastOfMore: Row | null
}

/** Reads a page of at most `limit` rows, and one row more, which shows whether a next page follows. */
export const readPage = async <Row>(
  limit: number,
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<Page<Row>> => {
  const found = await read(limit + 1)
  const rows = found.slice(0, limit)
  return { rows, lastOfMore: found.length > limit ? (rows.at(-1) ?? null) : null }
}
