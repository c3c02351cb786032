import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase, PoolState } from './database.ts'
import { pipelinedBatches } from './pipelined-batches.ts'
import { hostUrls, withPlainMode } from './database-hosts.ts'
import { openLongWork } from './long-work.ts'
import { databasePresence } from './database-presence.ts'
import { PreparingClient } from './preparing-client.ts'
import { presenceQuestion } from './presence-question.ts'
import { writablePool } from './writable-pool.ts'
import type { WritablePool } from './writable-pool.ts'
import type { Database } from '../schema/schema.ts'

const INT8 = 20

const getTypeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
): ((text: string) => unknown) =>
  oid === INT8 ? BigInt : (pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown)

export interface PostgresOptions {
  readonly poolSize?: number
  /** Batches of the ledger that may be under way at once. */
  readonly ledgerConnections?: number
  /** How long a connection may take, and the answer of a server that is asked whether it is there. */
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
 * What a database, a role or a server may have set otherwise, and on which the meaning of our statements rests. In
 * another style of dates the driver reads no date at all, so that a key would never end and a closed account be open;
 * and in another time zone an hour begins at half past.
 */
const OUR_MEANING = [
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'timezone=UTC',
  'default_transaction_isolation=read\\ committed',
]

/**
 * Every statement here reads little, whatever the planner makes of it: to compile one whose cost it overrates takes a
 * hundred times as long as the statement itself.
 */
const COMPILE_NOTHING = 'jit=off'

const COMMON = [...OUR_MEANING, COMPILE_NOTHING]

/**
 * The ledger only looks rows up by key, whatever the arrays it sends contain, so the server plans each statement once a
 * connection; without these settings it plans every batch again. A plan made while the tables were small would scan
 * them, and cost ten times as much once they have grown.
 */
const LOOK_UP_BY_KEY = [
  ...COMMON,
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
]

const optionsOf = (settings: readonly string[]): string => settings.map((setting) => `-c ${setting}`).join(' ')

/** How much later than the server the client gives up, so that a server that still answers decides. */
const CLIENT_TIMEOUT_MS = 500

/**
 * A batch takes milliseconds: a longer one is stuck, and all later commands wait for it. Only the client gives up: a
 * server that cancels a commit which waits for its standby reports it as done, although the standby does not have it.
 */
const LEDGER_BATCH_MS = 3_500

const timeouts = (statementMs: number): pg.PoolConfig =>
  statementMs === 0 ? {} : { statement_timeout: statementMs, query_timeout: statementMs + CLIENT_TIMEOUT_MS }

/**
 * `pipeline` lets a batch go out in one exchange; and a connection on which a statement ran out of time is
 * then destroyed by the driver, where it would otherwise go back into the pool to time out again.
 */
const poolConfig = (options: PostgresOptions): pg.PoolConfig => ({
  options: optionsOf(COMMON),
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

const stateOf = (name: string, { idleCount, totalCount, waitingCount }: pg.Pool): PoolState => ({
  pool: name,
  idle: idleCount,
  busy: totalCount - idleCount,
  waiting: waitingCount,
})

/**
 * Connects when first used, so it resolves whether or not the server is there. Where the URL names several hosts,
 * connections go to the one that takes writes. `int8` is read as `bigint`.
 */
export const openPostgres = async (url: string, options: PostgresOptions = {}): Promise<OpenDatabase> => {
  const onIdleError = options.onIdleError ?? (() => undefined)
  const config = poolConfig(options)
  const [first, ...others] = hostUrls(withPlainMode(url))
  const presence = databasePresence({
    ask: presenceQuestion(
      [first, ...others].map((connectionString) => ({ ...config, connectionString })),
      options.connectTimeoutMs,
    ),
  })
  const poolOf = (own: pg.PoolConfig): WritablePool => {
    const at = (connectionString: string): pg.PoolConfig => ({ ...config, ...own, connectionString })
    return writablePool([at(first), ...others.map(at)], presence, onIdleError)
  }
  const pool = poolOf({ max: options.poolSize ?? 12 })
  const ledgerPool = poolOf({
    statement_timeout: false,
    query_timeout: LEDGER_BATCH_MS,
    max: options.ledgerConnections ?? LEDGER_CONNECTIONS,
    options: optionsOf(LOOK_UP_BY_KEY),
    idleTimeoutMillis: 0,
  })
  // Kysely ends a pool only if it was ever used, and twice is an error: end it here, in one place.
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const longWork = openLongWork(poolOf, db)
  const beatPool = poolOf({ max: 1 })
  const pools = { common: pool, ledger: ledgerPool, long_work: longWork.pool, beats: beatPool }
  return {
    engine: 'postgresql',
    db,
    longWork,
    beats: new Kysely<Database>({ dialect: new PostgresDialect({ pool: beatPool }) }),
    batches: pipelinedBatches(ledgerPool),
    presence,
    pools: () => Object.entries(pools).map(([name, each]) => stateOf(name, each.current())),
    close: async () => {
      // Where the database is away, whatever is under way has been given up.
      await longWork.giveUp().catch(() => undefined)
      presence.close()
      await Promise.all(Object.values(pools).map((each) => each.end()))
    },
  }
}
