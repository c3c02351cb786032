import type { Json } from '../../domain/ledger/transfer.ts'
import { jsonArray, plainArray, textArray } from './array-literal.ts'

/** `word`: a text of ours that needs no quoting. `json`: a value as its text. */
export type Column<Row> =
  | readonly [name: string, kind: PlainKind, value: (row: Row) => string | bigint | number | null]
  | readonly [name: string, kind: 'text', value: (row: Row) => string | null]
  | readonly [name: string, kind: 'json', value: (row: Row) => Json]

type PlainKind = 'uuid' | 'bigint' | 'double precision' | 'word'

const typeOf = (kind: Column<never>[1]): string => (kind === 'word' || kind === 'json' ? 'text' : kind)

const arrayOf = <Row>([, kind, value]: Column<Row>, rows: readonly Row[]): string => {
  if (kind === 'text') return textArray(rows.map(value))
  if (kind === 'json') return jsonArray(rows.map(value))
  return plainArray(rows.map(value))
}

const textOf = <Row>([, kind, value]: Column<Row>, row: Row): string | null => {
  if (kind !== 'json') return value(row)?.toString() ?? null
  const json = value(row)
  return json === null ? null : JSON.stringify(json)
}

/** Rows that a statement is to write, one parameter a column. */
export interface WrittenRows {
  readonly size: number
  readonly parameters: number
  /** The rows as `x`, in parameters from number `first` on. */
  readonly sql: (first: number, shape: RowShape) => string
  readonly values: (shape: RowShape) => readonly (string | null)[]
}

/** A single row needs no arrays, which makes its statement a quarter quicker for the server. */
export type RowShape = 'single' | 'array'

export const writtenRows = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): WrittenRows => ({
  size: rows.length,
  parameters: columns.length,
  sql: (first, shape) => {
    const suffix = shape === 'single' ? '' : '[]'
    const values = columns.map(([, kind], index) => `$${first + index}::text::${typeOf(kind)}${suffix}`).join(', ')
    const names = columns.map(([name]) => name).join(', ')
    return shape === 'single' ? `(select ${values}) as x (${names})` : `unnest(${values}) as x (${names})`
  },
  values: (shape) => {
    const [row] = rows
    return columns.map((column) =>
      shape === 'single' && row !== undefined ? textOf(column, row) : arrayOf(column, rows),
    )
  },
})
