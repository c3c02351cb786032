import { systemAccountOf } from '../../../domain/ledger/account.ts'
import type { CoveredWrites } from '../../../domain/ledger/captures/covered-captures.ts'
import { startOf } from '../../../domain/ledger/operation-time.ts'
import type { LedgerWrites } from '../../../domain/ledger/state.ts'
import { referenceText } from '../../../domain/ledger/transfer.ts'
import { timeTexts } from '../../../domain/time-text.ts'
import { storedBatch } from '../usage/usage-batches.ts'
import { receiptText } from './ledger-codecs.ts'
import type { RowTexts } from './written-rows.ts'
import { storableJson } from '../sql/storable-json.ts'

const timeText = timeTexts()

/** A call within a reservation is written when it ends, and began when its id was made. */
const began = (id: string): string => timeText(startOf(id))

export const newHoldRows = (newHolds: LedgerWrites['newHolds']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { hold, lifeSeconds } of newHolds) {
    const { id, walletId, currency, state, releaseReason, budgetId, instance } = hold
    const reference = referenceText(hold.reference)
    const settled = hold.settledAmount?.toString() ?? null
    const [amount, receipt, life] = [
      hold.amount.toString(),
      hold.receipt === null ? null : receiptText(hold.receipt),
      lifeSeconds?.toString() ?? null,
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
      hold.taken?.reservationId ?? null,
      hold.taken?.amount.toString() ?? null,
      hold.taken === null ? null : began(id),
    ])
  }
  return rows
}

export const transferRows = (transfers: LedgerWrites['transfers']): readonly RowTexts[] => {
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
      transfer.usage === null ? null : storableJson(transfer.usage),
    )
    rows.push(row)
  }
  return rows
}

/** The wallets from which a transfer took money that is no charge. */
export const debitedWalletRows = (transfers: LedgerWrites['transfers']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { kind, debit } of transfers) {
    if (kind !== 'charge' && systemAccountOf(debit) === null) rows.push([debit])
  }
  return rows
}

/** The hold and the charge of a call together. */
export const coveredCallRows = (calls: CoveredWrites['calls']): readonly RowTexts[] => {
  const rows: RowTexts[] = []
  for (const { command, hold, paidUntil } of calls) {
    rows.push([
      hold.id,
      hold.walletId,
      hold.currency,
      hold.amount.toString(),
      hold.settledAmount?.toString() ?? null,
      hold.releaseReason,
      hold.reference.kind,
      hold.reference.id,
      hold.budgetId,
      hold.instance,
      hold.receipt === null ? null : receiptText(hold.receipt),
      command.reservationId,
      began(hold.id),
      command.description,
      command.tariffVersion,
      paidUntil.toString(),
    ])
  }
  return rows
}

/** One row, however many changes there are. */
export const usageRows = (changes: LedgerWrites['usage']): readonly RowTexts[] => {
  if (changes.length === 0) return []
  const batch = storedBatch(changes)
  return [[batch.groups, batch.changes]]
}
