import type { ReceiptLog } from '../../../src/application/ports/billing/receipt-log.ts'
import { writeoffIdOf } from '../../../src/domain/ledger/hold-transitions.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** Reads the memory of the ledger's twin, which keeps no times. */
export const memoryReceipts = (memory: LedgerMemory): ReceiptLog => ({
  async find(ownerId, operationId) {
    const hold = memory.holds.get(operationId)
    const wallet = memory.wallets.get(hold?.walletId ?? '')
    if (hold === undefined || wallet?.owner !== ownerId) return null
    const charge = memory.transfers.get(hold.id)
    return {
      operationId: hold.id,
      kind: hold.reference.kind,
      currency: wallet.currency,
      hold: hold.amount,
      charge: charge?.amount ?? 0n,
      writeoff: memory.transfers.get(writeoffIdOf(hold.id))?.amount ?? 0n,
      state: hold.state,
      releaseReason: hold.releaseReason,
      model: null,
      tariffVersion: charge?.tariffVersion ?? null,
      facts: hold.receipt,
      startedAt: new Date(0),
      endedAt: hold.state === 'held' ? null : new Date(0),
    }
  },
})
