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

/** Work that reads the whole ledger or changes tables: no client gives up a statement of it for the time it takes. */
export interface LongWork {
  readonly db: Kysely<Database>
  /** Ends what is under way, on the server too: it is undone, and its callers get an exception of an outage. */
  giveUp(): Promise<void>
}

export interface OpenDatabase {
  readonly engine: 'postgresql' | 'pglite'
  readonly db: Kysely<Database>
  /** On connections of its own where the engine has several. */
  readonly longWork: LongWork
  /**
   * For the beat of this process and its look at those of others: on a connection of its own where the engine has
   * several, so that a process whose connections are all in use still shows that it lives.
   */
  readonly beats: Kysely<Database>
  /** The transactions of the ledger's batches, on connections of their own where the engine has several. */
  readonly batches: BatchTransactions
  readonly presence: DatabasePresence
  /** None where the engine has no pool. */
  pools(): readonly PoolState[]
  close(): Promise<void>
}
