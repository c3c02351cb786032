import type { Budget } from '../../../domain/ledger/budget.ts'
import type { CoveredWrites } from '../../../domain/ledger/captures/covered-captures.ts'
import type { LedgerState, LedgerWrites } from '../../../domain/ledger/state.ts'
import type { Statement } from '../engine/batch-transactions.ts'
import { receiptText } from './ledger-codecs.ts'
import { coveredParts } from './covered-writes.ts'
import { preparedStatements } from './ledger-statement.ts'
import type { Part } from './ledger-statement.ts'
import { debitedWalletRows, newHoldRows, transferRows, usageRows } from './new-rows.ts'
import {
  BUDGETS,
  DEBITED_WALLETS,
  ENDED_HOLDS,
  NEW_HOLDS,
  RESERVATIONS,
  TRANSFERS,
  USAGE_BATCHES,
  WALLETS,
} from './ledger-tables.ts'
import type { RowTexts } from './written-rows.ts'

/**
 * The rows a decision was made on without a lock; null if they are locked. A row is written over only if it still has
 * these values; the statement returns every row it wrote, so that it can compare their number.
 */
type ExpectedState = LedgerState | null

const walletRows = (wallets: LedgerWrites['wallets'], expected: ExpectedState): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { id, balance, held, suspended, reserved } of wallets) {
    const row: (string | null)[] = [id, balance.toString(), held.toString(), String(suspended), reserved.toString()]
    if (expected !== null) {
      const was = expected.wallets.get(id)
      row.push(was?.balance.toString() ?? null, was?.held.toString() ?? null, String(was?.suspended ?? false))
      row.push(was?.reserved.toString() ?? null)
    }
    rows.push(row)
  }
  return rows
}

const endText = (period: Budget['period']): string | null =>
  period === null ? null : new Date(period.endsAtMs).toISOString()

const budgetRows = (budgets: LedgerWrites['budgets'], expected: ExpectedState): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { id, spent, held, period } of budgets) {
    const row: (string | null)[] = [id, spent.toString(), held.toString()]
    row.push(period === null ? '0' : period.spent.toString(), endText(period))
    if (expected !== null) {
      const was = expected.budgets.get(id)
      row.push(was?.spent.toString() ?? null, was?.held.toString() ?? null, was?.limit?.toString() ?? null)
      row.push(was?.period?.length ?? null, was?.period?.timeZone ?? null, endText(was?.period ?? null))
    }
    rows.push(row)
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

const reservationRows = (reservations: LedgerWrites['reservations']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { id, walletId, currency, budgetId, instance, granted, captured, returned, ended } of reservations) {
    const sums = [granted.toString(), captured.toString(), returned.toString()]
    rows.push([id, walletId, currency, budgetId, instance, ...sums, String(ended)])
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
  if (writes.reservations.length > 0) {
    parts.push({ table: RESERVATIONS, rows: reservationRows(writes.reservations) })
  }
  if (writes.transfers.length > 0) parts.push({ table: TRANSFERS, rows: transferRows(writes.transfers) })
  const debited = debitedWalletRows(writes.transfers)
  if (debited.length > 0) parts.push({ table: DEBITED_WALLETS, rows: debited })
  if (writes.usage.length > 0) parts.push({ table: USAGE_BATCHES, rows: usageRows(writes.usage) })
  return parts
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
  /** The same for calls within their cover. It answers with a `PaidWallet` for each wallet. */
  coveredWrite(writes: CoveredWrites, nowMs: number): Statement
}

export const ledgerStatements = (): LedgerStatements => {
  const statementOf = preparedStatements()
  return {
    write: (writes) => {
      const parts = partsOf(writes, null)
      return parts.length === 0 ? null : statementOf('locked', parts)
    },
    guardedWrite: (decided, cached) => {
      if (decided.wallets.length === 0) return null
      const wallets = finalRows(cached.wallets, decided.wallets)
      const budgets = finalRows(cached.budgets, decided.budgets)
      return statementOf('guarded', partsOf({ ...decided, wallets, budgets }, cached))
    },
    coveredWrite: (writes, nowMs) => statementOf('covered', coveredParts(writes, nowMs)),
  }
}
