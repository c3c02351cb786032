import { MoreRows, NewerRows } from './pages.tsx'
import type { Pages } from './pages.tsx'
import { Table } from './table.tsx'
import type { TableProps } from './table.tsx'

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly pages: Pages<Row>
  readonly none: string
}

/** A long list as a table, between the buttons for newer and older rows. An empty one is named once all is loaded. */
export const PagedTable = <Row,>({ pages, none, ...table }: PagedTableProps<Row>) => {
  const isWhole = !pages.isLoading.value && !pages.hasMore.value
  return (
    <>
      <NewerRows pages={pages} />
      <Table {...table} rows={pages.rows.value} none={isWhole ? none : undefined} />
      <MoreRows pages={pages} />
    </>
  )
}
