import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { HOUR_MS } from '../../../domain/time-units.ts'
import type pg from 'pg'
import type { LongWork } from './database.ts'
import type { WritablePool } from './writable-pool.ts'
import type { Database } from '../schema/schema.ts'

/** The server itself ends a statement whose process died. */
const LONGEST_MS = HOUR_MS

/** The rows that it waits for are those of a chunk that another worker counts, or of another piece of long work. */
const LOCK_TIMEOUT_MS = 30_000

interface OpenLongWork extends LongWork {
  readonly pool: WritablePool
}

/**
 * Connections for work on the whole ledger. Each bears a name that no other process gives, by which another connection
 * finds it to end what it does: the process id of a connection through a pooler is none of the server's.
 */
export const openLongWork = (poolOf: (own: pg.PoolConfig) => WritablePool, common: Kysely<Database>): OpenLongWork => {
  const name = `model-gateway long work ${randomUUID()}`
  const pool = poolOf({
    application_name: name,
    max: 2,
    statement_timeout: LONGEST_MS,
    query_timeout: 0,
    lock_timeout: LOCK_TIMEOUT_MS,
  })
  return {
    pool,
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    giveUp: async () => {
      if (pool.current().totalCount === pool.current().idleCount) return
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = ${name} and usename = current_user`.execute(common)
    },
  }
}
