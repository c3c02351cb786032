import type { BatchTransactions } from '../engine/batch-transactions.ts'
import type { LedgerCache } from './ledger-cache.ts'
import type { LedgerStatements } from './ledger-writes.ts'

/** Where the rows of the ledger are, which of them this process has cached, and how they are written. */
export interface LedgerRows {
  readonly batches: BatchTransactions
  readonly cache: LedgerCache
  readonly statements: LedgerStatements
  /** Read when a batch is decided: a batch that waited for the database counts in the period in which it is written. */
  readonly nowMs: () => number
}
