import type { Statement } from '../engine/batch-transactions.ts'
import type { WrittenTable } from './ledger-tables.ts'
import { columnArrays, rowsSql, sizeSql } from './written-rows.ts'
import type { RowTexts } from './written-rows.ts'

/** One table's share of a statement. */
export interface Part {
  readonly table: WrittenTable
  readonly rows: readonly RowTexts[]
}

/**
 * How a batch was decided: under the locks of its rows; on cached rows, which are guarded; or on reservations alone, so
 * that the statement returns what is left of the wallets.
 */
type Decided = 'locked' | 'guarded' | 'covered'

/** At least one row, or the server would not evaluate the checks. */
const FROM: Readonly<Record<Decided, string>> = {
  locked: '',
  guarded: '',
  covered: ', w.* from (values (1)) as one left join w on true',
}

const textOf = (decided: Decided, parts: readonly Part[]): string => {
  let first = 1
  const checks: string[] = []
  const expressions = parts.map(({ table, rows }) => {
    const isSingle = rows.length === 1
    if (table.isGuarded) checks.push(`(select count(*) from ${table.name}) = ${sizeSql(isSingle, first)}`)
    const expression = `${table.name} as (${table.sql(rowsSql(table.columns, isSingle, first))})`
    first += table.columns.length
    return expression
  })
  const result = decided === 'locked' ? '1' : `case when ${checks.join(' and ')} then 1 else ledger_stale() end`
  return `with ${expressions.join(', ')} select ${result} as written${FROM[decided]}`
}

/** There are few different texts, so each is made once here and prepared once by each connection. */
export const preparedStatements = (): ((decided: Decided, parts: readonly Part[]) => Statement) => {
  const texts = new Map<string, string>()
  return (decided, parts) => {
    let shape: string = decided
    const values: (string | null)[] = []
    for (const { table, rows } of parts) {
      const [only] = rows
      if (only !== undefined && rows.length === 1) {
        shape += ` ${table.name}1`
        for (const value of only) values.push(value)
      } else {
        shape += ` ${table.name}`
        for (const column of columnArrays(table.columns, rows)) values.push(column)
      }
    }
    let text = texts.get(shape)
    if (text === undefined) {
      text = textOf(decided, parts)
      texts.set(shape, text)
    }
    return { text, values }
  }
}
