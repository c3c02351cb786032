import pg from 'pg'
import type { PoolClient } from 'pg'
import { isOutage } from './is-outage.ts'
import { DatabaseBusy } from './database-busy.ts'
import type { DatabasePresence } from './database-presence.ts'
import { PreparingClient } from './preparing-client.ts'

/** A server that was reached and takes no writes: a standby, or a primary that was set so. */
class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
}

/** Where connections come from. */
export interface ConnectionSource {
  connect(): Promise<PoolClient>
}

/** The pools of one purpose, one for each server. */
export interface WritablePool extends ConnectionSource {
  /** Those of the pools; the query builder asks for them. */
  readonly options: object
  /** The pool of the server that served last. */
  current(): pg.Pool
  end(): Promise<void>
}

/** Lets a new connection be used only where its server takes writes. */
const verifyWritable = (client: PoolClient, done: (error?: Error) => void): void => {
  client.query<{ readonly transaction_read_only: string }>(
    'show transaction_read_only',
    (error: Error | null, found) => {
      if (error !== null) return done(error)
      return done(
        found.rows[0]?.transaction_read_only === 'on' ? new ReadOnlyServer('the server is read-only') : undefined,
      )
    },
  )
}

/**
 * The driver's word for a pool whose connections are all in use or still being made; one that could not be made fails
 * otherwise.
 */
const NONE_FREE = 'timeout exceeded when trying to connect'

const takeFrom = async (pool: pg.Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw error instanceof Error && error.message === NONE_FREE ? new DatabaseBusy() : error
  }
}

const isElsewhere = (error: unknown): boolean => error instanceof ReadOnlyServer || isOutage(error)

const hasBecomeReadOnly = (client: PoolClient): boolean => client instanceof PreparingClient && client.wasRefusedWrite()

const abandon = (client: PoolClient): void => {
  if (client instanceof PreparingClient) client.abandon()
}

/**
 * Connections to the one of several servers that takes writes. After a failover the first caller that finds its server
 * away or read-only looks at the others; all later callers go where it found one. With one server there is no choice,
 * and a connection is taken as it is. While the database is away no caller waits for a connection.
 */
export const writablePool = (
  configs: readonly [pg.PoolConfig, ...pg.PoolConfig[]],
  presence: DatabasePresence,
  onIdleError: (error: Error) => void,
): WritablePool => {
  const clients = new Set<PoolClient>()
  // What waits for its answer fails at once too; a commit that the server has begun is not cancelled by that.
  presence.listen({ onAway: () => clients.forEach(abandon) })

  const makePool = (config: pg.PoolConfig): pg.Pool => {
    const watched = { ...config, watch: presence }
    const pool = new pg.Pool(configs.length === 1 ? watched : { ...watched, verify: verifyWritable })
    pool.on('error', (error) => {
      presence.wonder()
      onIdleError(error)
    })
    pool.on('connect', (client) => clients.add(client))
    pool.on('remove', (client) => clients.delete(client))
    // The pool listens only while a client is idle. A client that breaks in use emits too, and an `error`
    // without a listener ends the process. The caller that uses the client gets a rejection as well.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const [first, ...others] = configs
  let current = makePool(first)
  const pools = [current, ...others.map(makePool)]

  const connectTo = async (pool: pg.Pool): Promise<PoolClient> => {
    for (;;) {
      const client = await takeFrom(pool)
      if (!hasBecomeReadOnly(client)) return client
      // A server that refused a write may have been made a standby: a new connection shows it.
      client.release(true)
    }
  }

  const search = async (): Promise<PoolClient> => {
    const preferred = current
    try {
      return await connectTo(preferred)
    } catch (error) {
      if (!isElsewhere(error)) throw error
      presence.wonder()
      for (const pool of pools) {
        if (pool === preferred) continue
        try {
          const client = await connectTo(pool)
          current = pool
          return client
        } catch (other) {
          if (!isElsewhere(other)) throw other
        }
      }
      throw error
    }
  }

  return {
    connect: () => presence.orAway(search, (late) => late.release()),
    options: first,
    current: () => current,
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
