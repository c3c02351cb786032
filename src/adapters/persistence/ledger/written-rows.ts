import { plainArray, textArray } from '../sql/array-literal.ts'

/** `word`: a text of the program's own that needs no quoting. `json`: a value as `JSON.stringify` writes it. */
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
    return kind === 'json' ? linesOf(texts) : plainArray(texts)
  })

/**
 * JSON texts, a line each: they hold no line breaks. An array literal would escape each of their quotes, which costs
 * both sides a fifth of what the value itself costs. An empty line is null.
 */
const linesOf = (texts: readonly (string | null)[]): string => texts.join('\n')

const typeOf = (kind: ColumnKind): string => (kind === 'word' || kind === 'json' ? 'text' : kind)

/**
 * The rows as `x`, in parameters from number `first` on. A single row needs no arrays: each of its texts is a
 * parameter, which makes its part of a statement a quarter quicker for the server.
 */
export const rowsSql = (columns: Columns, isSingle: boolean, first: number): string => {
  const names = columns.map(([name]) => name).join(', ')
  const casts = columns.map(([, kind], index) => {
    const parameter = `$${first + index}::text`
    if (isSingle) return `${parameter}::${typeOf(kind)}`
    return kind === 'json' ? `string_to_array(${parameter}, E'\\n', '')` : `${parameter}::${typeOf(kind)}[]`
  })
  return `${isSingle ? `(select ${casts.join(', ')})` : `unnest(${casts.join(', ')})`} as x (${names})`
}

/** How many rows there are, by the same parameters. */
export const sizeSql = (isSingle: boolean, first: number): string =>
  isSingle ? '1' : `cardinality($${first}::text::text[])`
