import type { Either } from 'fp-ts/lib/Either.js'
import type { WalletTransaction } from '../../ports/billing/transaction-log.ts'
import type { Export, ExportFailure, ExportPages } from '../export-pages.ts'
import type { ListTransactions, ListTransactionsInput } from './list-transactions.ts'

interface ExportTransactionsDeps {
  readonly listTransactions: ListTransactions
  readonly exportPages: ExportPages
}

export type ExportTransactions = (
  query: Omit<ListTransactionsInput, 'limit'>,
) => Promise<Either<ExportFailure, Export<WalletTransaction>>>

/** All transactions of a user's wallets that fit, newest first, within the bounds of `exportPages`. */
export const exportTransactions =
  (deps: ExportTransactionsDeps): ExportTransactions =>
  (query) =>
    deps.exportPages<WalletTransaction, bigint>({
      ownerId: query.userId,
      before: query.before,
      read: (before, limit) => deps.listTransactions({ ...query, before, limit }),
    })
