import type { Kysely } from 'kysely'
import type { BatchTransactions } from './batch-transactions.ts'
import type { Database } from '../schema/schema.ts'

export interface OpenDatabase {
  readonly engine: 'postgresql' | 'pglite'
  readonly db: Kysely<Database>
  /** The transactions of the ledger's batches, on connections of their own where the engine has several. */
  readonly batches: BatchTransactions
  close(): Promise<void>
}
