import { systemAccountOf } from '../../../domain/ledger/account.ts'
import type { LedgerState, LedgerWrites } from '../../../domain/ledger/state.ts'
import { referenceText } from '../../../domain/ledger/transfer.ts'
import type { Statement } from '../engine/batch-transactions.ts'
import { receiptText } from './ledger-codecs.ts'
import { BUDGETS, ENDED_HOLDS, NEW_HOLDS, TRANSFERS, WALLETS } from './ledger-tables.ts'
import type { WrittenTable } from './ledger-tables.ts'
import { columnArrays, rowsSql, sizeSql } from './written-rows.ts'
import type { RowTexts } from './written-rows.ts'

/** One table's share of a statement. */
interface Part {
  readonly table: WrittenTable
  readonly rows: readonly RowTexts[]
}

/**
 * The rows a decision was made on without a lock; null where they are locked. A row is written over only if it still has
 * these values; the statement returns every row it wrote, so that it can compare their number.
 */
type ExpectedState = LedgerState | null

const walletRows = (wallets: LedgerWrites['wallets'], expected: ExpectedState): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { id, balance, held, suspended } of wallets) {
    const row: (string | null)[] = [id, balance.toString(), held.toString(), String(suspended)]
    if (expected !== null) {
      const was = expected.wallets.get(id)
      row.push(was?.balance.toString() ?? null, was?.held.toString() ?? null, String(was?.suspended ?? false))
    }
    rows.push(row)
  }
  return rows
}

const budgetRows = (budgets: LedgerWrites['budgets'], expected: ExpectedState): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { id, spent, held } of budgets) {
    const row: (string | null)[] = [id, spent.toString(), held.toString()]
    if (expected !== null) {
      const was = expected.budgets.get(id)
      row.push(was?.spent.toString() ?? null, was?.held.toString() ?? null, was?.limit?.toString() ?? null)
    }
    rows.push(row)
  }
  return rows
}

const newHoldRows = (newHolds: LedgerWrites['newHolds']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { hold, lifeSeconds } of newHolds) {
    const { id, walletId, currency, state, releaseReason, budgetId, instance } = hold
    const reference = referenceText(hold.reference)
    const settled = hold.settledAmount?.toString() ?? null
    const [amount, receipt, life] = [
      hold.amount.toString(),
      hold.receipt === null ? null : receiptText(hold.receipt),
      lifeSeconds.toString(),
    ]
    rows.push([
      id,
      walletId,
      currency,
      amount,
      state,
      settled,
      releaseReason,
      reference,
      budgetId,
      instance,
      receipt,
      life,
    ])
  }
  return rows
}

const endedHoldRows = (holds: LedgerWrites['endedHolds']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { id, state, settledAmount, releaseReason, receipt } of holds) {
    rows.push([
      id,
      state,
      settledAmount?.toString() ?? null,
      releaseReason,
      receipt === null ? null : receiptText(receipt),
    ])
  }
  return rows
}

const transferRows = (transfers: LedgerWrites['transfers']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const transfer of transfers) {
    const { id, kind, currency, debit, credit, holdId, reverses, reference, description } = transfer
    // The end that is a wallet; null for a write-off, which moves money between two system accounts.
    const wallet = systemAccountOf(debit) === null ? debit : systemAccountOf(credit) === null ? credit : null
    const row = [id, kind, currency, debit, credit, wallet, transfer.amount.toString(), holdId, reverses]
    row.push(transfer.balanceAfter?.toString() ?? null, reference.kind, reference.id, description)
    row.push(
      transfer.operationId,
      transfer.tariffVersion,
      transfer.usage === null ? null : JSON.stringify(transfer.usage),
    )
    rows.push(row)
  }
  return rows
}

const partsOf = (writes: LedgerWrites, expected: ExpectedState): readonly Part[] => {
  const access = expected === null ? 'locked' : 'guarded'
  const parts: Part[] = []
  if (writes.wallets.length > 0) parts.push({ table: WALLETS[access], rows: walletRows(writes.wallets, expected) })
  if (writes.budgets.length > 0) parts.push({ table: BUDGETS[access], rows: budgetRows(writes.budgets, expected) })
  if (writes.newHolds.length > 0) parts.push({ table: NEW_HOLDS, rows: newHoldRows(writes.newHolds) })
  if (writes.endedHolds.length > 0) parts.push({ table: ENDED_HOLDS[access], rows: endedHoldRows(writes.endedHolds) })
  if (writes.transfers.length > 0) parts.push({ table: TRANSFERS, rows: transferRows(writes.transfers) })
  return parts
}

const textOf = (parts: readonly Part[], isGuarded: boolean): string => {
  let first = 1
  const checks: string[] = []
  const expressions = parts.map(({ table, rows }) => {
    const isSingle = rows.length === 1
    if (table.isGuarded) checks.push(`(select count(*) from ${table.name}) = ${sizeSql(isSingle, first)}`)
    const expression = `${table.name} as (${table.sql(rowsSql(table.columns, isSingle, first))})`
    first += table.columns.length
    return expression
  })
  const result = isGuarded ? `case when ${checks.join(' and ')} then 1 else ledger_stale() end` : '1 as written'
  return `with ${expressions.join(', ')} select ${result}`
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/** Each row as it is after the batch, in id order: the order in which every transaction locks them. */
const finalRows = <A extends { readonly id: string }>(
  before: ReadonlyMap<string, A>,
  after: readonly A[],
): readonly A[] => {
  const rows = new Map(before)
  for (const row of after) rows.set(row.id, row)
  return rows.size < 2 ? [...rows.values()] : [...rows.values()].toSorted(byId)
}

export interface LedgerStatements {
  /** All rows of a batch in one statement, or null when there is nothing to write. */
  write(writes: LedgerWrites): Statement | null
  /**
   * The same for a decision made on the cache, without a lock: one exchange, one transaction. If any row is no longer
   * as it was cached the statement fails as `ledger_stale` (SQLSTATE 40001) and has written nothing. Rows that the
   * decision only looked at are guarded like those it changed. Null when there is nothing to write: then nothing would
   * prove that the cache was right.
   */
  guardedWrite(decided: LedgerWrites, cached: LedgerState): Statement | null
}

/** There are few different texts, so each is made once here and prepared once by each connection. */
export const ledgerStatements = (): LedgerStatements => {
  const texts = new Map<string, string>()

  const statementOf = (parts: readonly Part[], isGuarded: boolean): Statement => {
    let shape = isGuarded ? 'guarded' : 'locked'
    const values: (string | null)[] = []
    for (const { table, rows } of parts) {
      const [only] = rows
      if (only !== undefined && rows.length === 1) {
        shape += ` ${table.name}1`
        values.push(...only)
      } else {
        shape += ` ${table.name}`
        values.push(...columnArrays(table.columns, rows))
      }
    }
    let text = texts.get(shape)
    if (text === undefined) {
      text = textOf(parts, isGuarded)
      texts.set(shape, text)
    }
    return { text, values }
  }

  return {
    write: (writes) => {
      const parts = partsOf(writes, null)
      return parts.length === 0 ? null : statementOf(parts, false)
    },
    guardedWrite: (decided, cached) => {
      if (decided.wallets.length === 0) return null
      const wallets = finalRows(cached.wallets, decided.wallets)
      const budgets = finalRows(cached.budgets, decided.budgets)
      return statementOf(partsOf({ ...decided, wallets, budgets }, cached), true)
    },
  }
}
