import { MoreRows } from './pages.tsx'
import type { Pages } from './pages.tsx'
import { Table } from './table.tsx'
import type { Column } from './table.tsx'

interface PagedTableProps<Row> {
  readonly pages: Pages<Row>
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Stands in place of a table without rows, once that is known. */
  readonly none: string
}

/** A long list as a table, with the button that asks for older rows. */
export const PagedTable = <Row,>({ pages, none, ...table }: PagedTableProps<Row>) => {
  const rows = pages.rows.value
  const isEmpty = rows.length === 0 && !pages.isLoading.value && !pages.hasMore.value
  return (
    <>
      {isEmpty ? <p class="empty">{none}</p> : <Table {...table} rows={rows} />}
      <MoreRows pages={pages} />
    </>
  )
}
