import type { Page } from '../../../application/page.ts'

/** A page as clients see it: its rows in their form of the wire, and the cursor of the next page. */
export const cursorPage = <Row, Place, Body>(
  { rows, next }: Page<Row, Place>,
  cursors: { readonly write: (place: Place) => string },
  write: (row: Row) => Body,
) => ({ data: rows.map((row) => write(row)), next_cursor: next === null ? null : cursors.write(next) })
