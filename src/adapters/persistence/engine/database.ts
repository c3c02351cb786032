import type { Kysely } from 'kysely'
import type { BatchTransactions } from './batch-transactions.ts'
import type { DatabasePresence } from './database-presence.ts'
import type { Database } from '../schema/schema.ts'

/** How the connections of one pool are used now. */
export interface PoolState {
  readonly pool: string
  readonly idle: number
  readonly busy: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

export interface OpenDatabase {
  readonly engine: 'postgresql' | 'pglite'
  readonly db: Kysely<Database>
  /** The transactions of the ledger's batches, on connections of their own where the engine has several. */
  readonly batches: BatchTransactions
  readonly presence: DatabasePresence
  /** None where the engine has no pool. */
  pools(): readonly PoolState[]
  close(): Promise<void>
}
