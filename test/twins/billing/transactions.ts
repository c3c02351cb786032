import type { WalletTransaction, TransactionLog } from '../../../src/application/ports/billing/transaction-log.ts'
import type { Transfer } from '../../../src/domain/ledger/transfer.ts'

/** Reads transfers in the order in which they were made. */
export const memoryTransactions = (
  transfers: () => Iterable<Transfer>,
  createdAt: Date = new Date(0),
): TransactionLog => ({
  async page({ walletIds, type, before, limit }) {
    return [...transfers()]
      .flatMap((transfer, index) => [seenFrom(walletIds, transfer, BigInt(index + 1), createdAt) ?? []].flat())
      .filter((transaction) => type === null || transaction.type === type)
      .filter((transaction) => before === null || transaction.position < before)
      .toReversed()
      .slice(0, limit)
  },
})

const seenFrom = (
  walletIds: readonly string[],
  transfer: Transfer,
  position: bigint,
  createdAt: Date,
): WalletTransaction | null => {
  const isDebit = walletIds.includes(transfer.debit)
  if (!isDebit && !walletIds.includes(transfer.credit)) return null
  if (transfer.kind === 'writeoff' || transfer.balanceAfter === null) return null
  return {
    id: transfer.id,
    position,
    type: transfer.kind,
    currency: transfer.currency,
    amount: isDebit ? -transfer.amount : transfer.amount,
    balanceAfter: transfer.balanceAfter,
    description: transfer.description,
    reference: transfer.reference,
    createdAt,
  }
}
