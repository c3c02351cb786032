import type { ReceiptFilter, ReceiptLog } from '../../../src/application/ports/billing/receipt-log.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import { writeoffIdOf } from '../../../src/domain/ledger/record-charge.ts'
import { startOf } from '../../../src/domain/ledger/operation-time.ts'
import { surfaceOf } from '../../../src/domain/ledger/receipt-facts.ts'
import { receiptOutcome } from '../../../src/domain/ledger/receipt.ts'
import type { Receipt, ReceiptKey } from '../../../src/domain/ledger/receipt.ts'
import { TOP_UP_REFUND_KIND } from '../../../src/domain/ledger/transfer.ts'
import type { LedgerMemory } from './ledger-memory.ts'

const fits = (filter: ReceiptFilter, receipt: Receipt): boolean => {
  const start = startOf(receipt.operationId)
  return (
    (filter.currency === null || receipt.currency === filter.currency) &&
    (filter.model === null || receipt.facts?.model === filter.model) &&
    (filter.keyId === null || receipt.key?.id === filter.keyId) &&
    (filter.outcome === null || receiptOutcome(receipt) === filter.outcome) &&
    (filter.surface === null || surfaceOf(receipt.kind, receipt.facts) === filter.surface) &&
    (filter.fromMs === null || start >= filter.fromMs) &&
    (filter.toMs === null || start < filter.toMs)
  )
}

/** Reads the memory of the ledger's twin, which keeps no times, and the keys by their ids. */
export const memoryReceipts = (memory: LedgerMemory, keys: ReadonlyMap<string, ReceiptKey> = new Map()): ReceiptLog => {
  const receiptOf = (hold: Hold): Receipt => {
    const charge = memory.transfers.get(hold.id)
    return {
      operationId: hold.id,
      kind: hold.reference.kind,
      currency: hold.currency,
      hold: hold.amount,
      charge: charge?.amount ?? 0n,
      writeoff: memory.transfers.get(writeoffIdOf(hold.id))?.amount ?? 0n,
      state: hold.state,
      releaseReason: hold.releaseReason,
      model: null,
      tariffVersion: charge?.tariffVersion ?? null,
      facts: hold.receipt,
      key: keys.get(hold.budgetId ?? '') ?? null,
      startedAt: new Date(0),
      endedAt: hold.state === 'held' ? null : new Date(0),
    }
  }
  const isOf = (ownerId: string, hold: Hold): boolean => memory.wallets.get(hold.walletId)?.owner === ownerId
  return {
    async find(ownerId, operationId) {
      const hold = memory.holds.get(operationId)
      return hold === undefined || !isOf(ownerId, hold) ? null : receiptOf(hold)
    },
    async page({ ownerId, filter, before, limit }) {
      const found = [...memory.holds.values()]
        .filter(
          (hold) =>
            isOf(ownerId, hold) &&
            hold.state !== 'held' &&
            hold.reference.kind !== TOP_UP_REFUND_KIND &&
            (before === null || hold.id < before),
        )
        .map(receiptOf)
        .filter((receipt) => fits(filter, receipt))
        .toSorted((one, other) => (one.operationId < other.operationId ? 1 : -1))
      const rows = found.slice(0, limit)
      return { rows, next: found.length > limit ? (rows.at(-1)?.operationId ?? null) : null }
    },
  }
}
