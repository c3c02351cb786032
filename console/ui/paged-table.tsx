import { MoreRows } from './pages.tsx'
import type { Pages } from './pages.tsx'
import { Table } from './table.tsx'
import type { TableProps } from './table.tsx'

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly pages: Pages<Row>
  readonly none: string
}

/** A long list as a table, with the button that asks for older rows. An empty one is named once all is loaded. */
export const PagedTable = <Row,>({ pages, none, ...table }: PagedTableProps<Row>) => {
  const isWhole = !pages.isLoading.value && !pages.hasMore.value
  return (
    <>
      <Table {...table} rows={pages.rows.value} none={isWhole ? none : undefined} />
      <MoreRows pages={pages} />
    </>
  )
}
