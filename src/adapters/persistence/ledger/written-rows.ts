import { jsonTextArray, plainArray, textArray } from '../sql/array-literal.ts'

/** `word`: a text of the program's own that needs no quoting. `json`: a value as its text. */
type ColumnKind = 'uuid' | 'bigint' | 'boolean' | 'double precision' | 'timestamptz' | 'word' | 'text' | 'json'

export type Columns = readonly (readonly [name: string, kind: ColumnKind])[]

/** One row to be written: a text a column, in the order of the columns. */
export type RowTexts = readonly (string | null)[]

/** Rows as parameters, one array a column. */
export const columnArrays = (columns: Columns, rows: readonly RowTexts[]): readonly string[] =>
  columns.map(([, kind], index) => {
    const texts: (string | null)[] = []
    for (const row of rows) texts.push(row[index] ?? null)
    if (kind === 'text') return textArray(texts)
    return kind === 'json' ? jsonTextArray(texts) : plainArray(texts)
  })

const typeOf = (kind: ColumnKind): string => (kind === 'word' || kind === 'json' ? 'text' : kind)

/**
 * The rows as `x`, in parameters from number `first` on. A single row needs no arrays: each of its texts is a
 * parameter, which makes its part of a statement a quarter quicker for the server.
 */
export const rowsSql = (columns: Columns, isSingle: boolean, first: number): string => {
  const names = columns.map(([name]) => name).join(', ')
  const suffix = isSingle ? '' : '[]'
  const casts = columns.map(([, kind], index) => `$${first + index}::text::${typeOf(kind)}${suffix}`).join(', ')
  return isSingle ? `(select ${casts}) as x (${names})` : `unnest(${casts}) as x (${names})`
}

/** How many rows there are, by the same parameters. */
export const sizeSql = (isSingle: boolean, first: number): string =>
  isSingle ? '1' : `cardinality($${first}::text::text[])`
