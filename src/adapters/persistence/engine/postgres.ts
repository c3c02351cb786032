import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { pipelinedBatches } from './pipelined-batches.ts'
import { PreparingClient } from './preparing-client.ts'
import type { Database } from '../schema/schema.ts'

const INT8 = 20

const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
): ((text: string) => unknown) =>
  oid === INT8 ? BigInt : (pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown)

interface PostgresOptions {
  readonly poolSize?: number
  /** Batches of the ledger that may be under way at once. */
  readonly ledgerConnections?: number
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  /** An idle connection broke. The pool replaces it; this is only for the log. */
  readonly onIdleError?: (error: Error) => void
}

/** Migrations may wait for another instance's and may take long. */
export const MIGRATION_OPTIONS: PostgresOptions = { poolSize: 2, statementTimeoutMs: 0, lockTimeoutMs: 0 }

const LEDGER_CONNECTIONS = 2

/**
 * The ledger only looks rows up by key, whatever the arrays it sends contain, so the server plans each statement once a
 * connection; without these settings it plans every batch again. A plan made while the tables were small would scan
 * them, and cost ten times as much once they have grown.
 */
const LOOK_UP_BY_KEY = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
]

/** How much later than the server the client gives up, so that a server that still answers decides. */
const CLIENT_TIMEOUT_MS = 500

/** A batch takes milliseconds: a longer one is stuck, and all later commands wait for it. */
const LEDGER_STATEMENT_MS = 3_000

const timeouts = (statementMs: number): pg.PoolConfig =>
  statementMs === 0 ? {} : { statement_timeout: statementMs, query_timeout: statementMs + CLIENT_TIMEOUT_MS }

/**
 * `pipeline` lets a batch go out in one exchange; and a connection on which a statement ran out of time is
 * then destroyed by the driver, where it would otherwise go back into the pool to time out again.
 */
const poolConfig = (url: string, options: PostgresOptions): pg.PoolConfig => ({
  connectionString: url,
  Client: PreparingClient,
  pipeline: true,
  connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
  ...timeouts(options.statementTimeoutMs ?? 5_000),
  lock_timeout: options.lockTimeoutMs ?? 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  application_name: 'model-gateway',
  types: { getTypeParser },
})

const makePool = (config: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool(config)
  pool.on('error', onIdleError)
  // The pool listens only while a client is idle. A client that breaks in use emits too, and an `error`
  // without a listener ends the process. The caller that uses the client gets a rejection as well.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Connects when first used, so it resolves whether or not the server is there. `int8` is read as `bigint`. */
export const openPostgres = async (url: string, options: PostgresOptions = {}): Promise<OpenDatabase> => {
  const onIdleError = options.onIdleError ?? (() => undefined)
  const config = poolConfig(url, options)
  const pool = makePool({ ...config, max: options.poolSize ?? 12 }, onIdleError)
  const ledgerPool = makePool(
    {
      ...config,
      ...timeouts(LEDGER_STATEMENT_MS),
      max: options.ledgerConnections ?? LEDGER_CONNECTIONS,
      options: LOOK_UP_BY_KEY.map((setting) => `-c ${setting}`).join(' '),
      idleTimeoutMillis: 0,
    },
    onIdleError,
  )
  // Kysely ends a pool only if it was ever used, and twice is an error: end it here, in one place.
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    engine: 'postgresql',
    db,
    batches: pipelinedBatches(ledgerPool),
    close: async () => {
      await Promise.all([pool.end(), ledgerPool.end()])
    },
  }
}
