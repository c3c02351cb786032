import type { Currency } from '../../domain/money/money.ts'
import type { Transaction, TransactionLog, TransactionType } from '../ports/transaction-log.ts'
import type { WalletStore } from '../ports/wallet-store.ts'

export interface ListTransactionsDeps {
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

export interface TransactionPage {
  readonly transactions: readonly Transaction[]
  /** What `before` must be to read on; null at the end. */
  readonly nextBefore: bigint | null
}

/** What moved in a user's wallets, newest first. */
export const listTransactions =
  (deps: ListTransactionsDeps) =>
  async (input: ListTransactionsInput): Promise<TransactionPage> => {
    const { currency, type, before, limit } = input
    const wallets = await deps.wallets.listOf(input.userId)
    const walletIds = wallets.filter((wallet) => currency === null || wallet.currency === currency).map(({ id }) => id)
    // One more than asked tells whether there is a next page.
    const found = await deps.transactions.page({ walletIds, type, before, limit: limit + 1 })
    const transactions = found.slice(0, limit)
    return { transactions, nextBefore: found.length > limit ? (transactions.at(-1)?.position ?? null) : null }
  }
