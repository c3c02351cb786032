import type { ComponentChildren } from 'preact'
import { useKeptFocus } from './kept-focus.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Figures stand right, under each other. */
  readonly isFigure?: boolean
}

export interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Stands in place of a table without rows. */
  readonly none?: string | undefined
}

/**
 * A table that becomes a list of labelled rows on a narrow screen. Where the row that has the focus is taken away, the
 * table takes it, or what stands in its place.
 */
export const Table = <Row,>({ caption, columns, rows, keyOf, none }: TableProps<Row>) => {
  const place = useKeptFocus<HTMLTableElement & HTMLParagraphElement>()
  return rows.length === 0 && none !== undefined ? (
    <p ref={place} class="empty" tabIndex={-1}>
      {none}
    </p>
  ) : (
    <table ref={place} class="table" tabIndex={-1}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isFigure = false }) => (
            <th key={title} scope="col" class={isFigure ? 'right' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, isFigure = false }) => (
              <td key={title} data-title={title} class={isFigure ? 'right figure' : ''}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
