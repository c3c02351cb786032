import type { Currency } from '../../../domain/money/money.ts'
import type { WalletTransaction, TransactionLog, TransactionType } from '../../ports/billing/transaction-log.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

interface ListTransactionsDeps {
  readonly wallets: Pick<WalletStore, 'listOf'>
  readonly transactions: TransactionLog
}

export interface ListTransactionsInput {
  readonly userId: string
  readonly currency: Currency | null
  readonly type: TransactionType | null
  /** The position of the last transaction of the page before this one. */
  readonly before: bigint | null
  readonly limit: number
}

export type ListTransactions = (input: ListTransactionsInput) => Promise<Page<WalletTransaction, bigint>>

/** The transactions of a user's wallets, newest first. */
export const listTransactions =
  (deps: ListTransactionsDeps): ListTransactions =>
  async (input) => {
    const { currency, type, before, limit } = input
    const wallets = await deps.wallets.listOf(input.userId)
    const walletIds = wallets.filter((wallet) => currency === null || wallet.currency === currency).map(({ id }) => id)
    return readPage({
      limit,
      read: (most) => deps.transactions.page({ walletIds, type, before, limit: most }),
      placeOf: ({ position }) => position,
    })
  }
