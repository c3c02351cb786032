import { systemAccountOf } from '../../domain/ledger/account.ts'
import type { LedgerWrites } from '../../domain/ledger/state.ts'
import type { Json, Transfer } from '../../domain/ledger/transfer.ts'
import { plainArray, textArray } from './array-literal.ts'
import type { Statement } from './batch-transactions.ts'

/** One table's share of the statement: array columns, and SQL that writes from them as the rows `x`. */
interface Part {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: string, literal: string])[]
  readonly sql: (rows: string) => string
}

const json = (values: readonly (Json | null)[]): string =>
  textArray(values.map((value) => (value === null ? null : JSON.stringify(value))))

const walletsPart = (wallets: LedgerWrites['wallets']): Part => ({
  name: 'w',
  columns: [
    ['id', 'uuid', plainArray(wallets.map((each) => each.id))],
    ['balance', 'bigint', plainArray(wallets.map((each) => each.balance))],
    ['held', 'bigint', plainArray(wallets.map((each) => each.held))],
  ],
  sql: (rows) =>
    `update accounts a set balance = x.balance, held = x.held, version = a.version + 1 from ${rows} where a.id = x.id`,
})

const budgetsPart = (budgets: LedgerWrites['budgets']): Part => ({
  name: 'b',
  columns: [
    ['id', 'uuid', plainArray(budgets.map((each) => each.id))],
    ['spent', 'bigint', plainArray(budgets.map((each) => each.spent))],
    ['held', 'bigint', plainArray(budgets.map((each) => each.held))],
  ],
  sql: (rows) => `update budgets b set spent = x.spent, held = x.held from ${rows} where b.id = x.id`,
})

const newHoldsPart = (newHolds: LedgerWrites['newHolds']): Part => {
  const holds = newHolds.map(({ hold }) => hold)
  return {
    name: 'h',
    columns: [
      ['id', 'uuid', plainArray(holds.map((each) => each.id))],
      ['wallet', 'uuid', plainArray(holds.map((each) => each.walletId))],
      ['currency', 'text', plainArray(holds.map((each) => each.currency))],
      ['amount', 'bigint', plainArray(holds.map((each) => each.amount))],
      ['state', 'text', plainArray(holds.map((each) => each.state))],
      ['settled_amount', 'bigint', plainArray(holds.map((each) => each.settledAmount))],
      ['release_reason', 'text', plainArray(holds.map((each) => each.releaseReason))],
      ['reference', 'text', textArray(holds.map((each) => each.reference))],
      ['budget_id', 'uuid', plainArray(holds.map((each) => each.budgetId))],
      ['instance', 'text', textArray(holds.map((each) => each.instance))],
      ['receipt', 'text', json(holds.map((each) => each.receipt))],
      ['life', 'double precision', plainArray(newHolds.map((each) => each.lifeSeconds))],
    ],
    sql: (rows) => `
      insert into holds (id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id,
                         instance, receipt, expires_at, ended_at)
      select x.id, x.wallet, x.currency, x.amount, x.state, x.settled_amount, x.release_reason, x.reference,
             x.budget_id, x.instance, x.receipt::jsonb, now() + x.life * interval '1 second',
             case when x.state <> 'held' then now() end
        from ${rows}`,
  }
}

const endedHoldsPart = (holds: LedgerWrites['endedHolds']): Part => ({
  name: 'e',
  columns: [
    ['id', 'uuid', plainArray(holds.map((each) => each.id))],
    ['state', 'text', plainArray(holds.map((each) => each.state))],
    ['settled_amount', 'bigint', plainArray(holds.map((each) => each.settledAmount))],
    ['release_reason', 'text', plainArray(holds.map((each) => each.releaseReason))],
    ['receipt', 'text', json(holds.map((each) => each.receipt))],
  ],
  sql: (rows) => `
    update holds h set state = x.state, settled_amount = x.settled_amount, release_reason = x.release_reason,
           receipt = x.receipt::jsonb, ended_at = coalesce(h.ended_at, now())
      from ${rows} where h.id = x.id`,
})

const walletEnd = (transfer: Transfer): string | null =>
  [transfer.debit, transfer.credit].find((id) => systemAccountOf(id) === null) ?? null

const transfersPart = (transfers: LedgerWrites['transfers']): Part => ({
  name: 't',
  columns: [
    ['id', 'uuid', plainArray(transfers.map((each) => each.id))],
    ['kind', 'text', plainArray(transfers.map((each) => each.kind))],
    ['currency', 'text', plainArray(transfers.map((each) => each.currency))],
    ['debit', 'uuid', plainArray(transfers.map((each) => each.debit))],
    ['credit', 'uuid', plainArray(transfers.map((each) => each.credit))],
    ['wallet', 'uuid', plainArray(transfers.map(walletEnd))],
    ['amount', 'bigint', plainArray(transfers.map((each) => each.amount))],
    ['hold_id', 'uuid', plainArray(transfers.map((each) => each.holdId))],
    ['reverses', 'uuid', plainArray(transfers.map((each) => each.reverses))],
    ['balance_after', 'bigint', plainArray(transfers.map((each) => each.balanceAfter))],
    ['reference_kind', 'text', textArray(transfers.map((each) => each.reference.kind))],
    ['reference_id', 'text', textArray(transfers.map((each) => each.reference.id))],
    ['description', 'text', textArray(transfers.map((each) => each.description))],
    ['operation_id', 'uuid', plainArray(transfers.map((each) => each.operationId))],
    ['tariff_version', 'text', textArray(transfers.map((each) => each.tariffVersion))],
    ['usage', 'text', json(transfers.map((each) => each.usage))],
  ],
  sql: (rows) => `
    insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, reverses, balance_after,
                           reference_kind, reference_id, description, operation_id, tariff_version, usage)
    select x.id, x.kind, x.currency, x.debit, x.credit, x.wallet, x.amount, x.hold_id, x.reverses, x.balance_after,
           x.reference_kind, x.reference_id, x.description, x.operation_id, x.tariff_version, x.usage::jsonb
      from ${rows}`,
})

const partsOf = (writes: LedgerWrites): readonly Part[] => [
  ...(writes.wallets.length > 0 ? [walletsPart(writes.wallets)] : []),
  ...(writes.budgets.length > 0 ? [budgetsPart(writes.budgets)] : []),
  ...(writes.newHolds.length > 0 ? [newHoldsPart(writes.newHolds)] : []),
  ...(writes.endedHolds.length > 0 ? [endedHoldsPart(writes.endedHolds)] : []),
  ...(writes.transfers.length > 0 ? [transfersPart(writes.transfers)] : []),
]

const rowsFrom = (part: Part, firstParameter: number): string => {
  const arrays = part.columns.map(([, type], index) => `$${firstParameter + index}::text::${type}[]`)
  return `unnest(${arrays.join(', ')}) as x (${part.columns.map(([name]) => name).join(', ')})`
}

/**
 * All rows of a batch in one statement, or null when there is nothing to write. There are few different
 * texts (one a combination of tables), so each is prepared once per connection.
 */
export const writeStatement = (writes: LedgerWrites): Statement | null => {
  const parts = partsOf(writes)
  if (parts.length === 0) return null
  const values: string[] = []
  const expressions = parts.map((part) => {
    const rows = rowsFrom(part, values.length + 1)
    values.push(...part.columns.map(([, , literal]) => literal))
    return `${part.name} as (${part.sql(rows)})`
  })
  return { text: `with ${expressions.join(', ')} select 1 as written`, values }
}
