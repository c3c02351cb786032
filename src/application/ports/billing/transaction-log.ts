import type { Reference, TransferKind } from '../../../domain/ledger/transfer.ts'
import type { Currency } from '../../../domain/money/money.ts'

/** Transfers that users can see. Write-offs are between two accounts of the house. */
export type TransactionType = Exclude<TransferKind, 'writeoff'>

/** One transfer as the wallet's owner sees it. */
export interface WalletTransaction {
  readonly id: string
  /** Its place in the order of movements; within a wallet, later means larger. */
  readonly position: bigint
  readonly type: TransactionType
  readonly currency: Currency
  /** Signed micro-units: positive into the wallet, negative out of it. */
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly description: string
  readonly reference: Reference
  readonly createdAt: Date
}

export interface TransactionQuery {
  /** The wallets to read; of one owner. */
  readonly walletIds: readonly string[]
  readonly type: TransactionType | null
  /** Only transfers before this position. */
  readonly before: bigint | null
  readonly limit: number
}

/** Reads the transfers of wallets. Holds are not here, because they move no money. */
export interface TransactionLog {
  /** Newest first. An index serves it, whatever the length of the log. */
  page(query: TransactionQuery): Promise<readonly WalletTransaction[]>
}
