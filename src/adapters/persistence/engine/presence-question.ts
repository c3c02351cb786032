import type pg from 'pg'
import { isOutage } from './is-outage.ts'
import { PreparingClient } from './preparing-client.ts'
import { ADMIN_SHUTDOWN, CRASH_SHUTDOWN, sqlState, TOO_MANY_CONNECTIONS } from '../sql/sql-state.ts'

/** What one question to the servers of a database found. */
export type PresenceAnswer =
  /** One of them takes writes. A promoted standby has another timeline than the primary before it. */
  | { readonly tag: 'writable'; readonly timeline: string | null }
  | { readonly tag: 'read_only' }
  /** One is there and refuses this question; of writes that says nothing. */
  | { readonly tag: 'refused' }
  | { readonly tag: 'silent' }

export type PresenceQuestion = () => Promise<PresenceAnswer>

/** How long a server has to answer one question, its connection included, whatever less a connection may take. */
const LEAST_WAIT_MS = 2_000
/** A turn of a process with nothing else to do. */
const TURN_MS = 100

/**
 * Calls back after so many turns, not at a time of the clock. A process that stands still, or comes to its sockets late
 * because it has much else to do, takes as much longer for its turns: what it has not read yet is no silence of the
 * server.
 */
const afterTurns = (turns: number, callback: () => void): (() => void) => {
  let left = turns
  const turn = setInterval(() => {
    left -= 1
    if (left === 0) callback()
  }, TURN_MS)
  return () => clearInterval(turn)
}

/** The name of a file of the write-ahead log begins with the timeline; a server in recovery writes none. */
const QUESTION = `
  select current_setting('transaction_read_only') = 'on' as read_only,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

interface Found {
  readonly read_only: boolean
  readonly timeline: string | null
}

/**
 * Words that a server has only for this one session: an operator ended it, another session crashed, no place is free. A
 * server that goes away says so to the next question, or nothing.
 */
const MEANT_FOR_ONE_SESSION: ReadonlySet<string | null> = new Set([
  ADMIN_SHUTDOWN,
  CRASH_SHUTDOWN,
  TOO_MANY_CONNECTIONS,
])

const isSilence = (error: unknown): boolean => isOutage(error) && !MEANT_FOR_ONE_SESSION.has(sqlState(error))

/** The turns alone decide how long a question waits. */
const WITHOUT_TIMEOUTS = { connectionTimeoutMillis: 0, query_timeout: 0 }

const askOne = async (config: pg.PoolConfig, turns: number): Promise<PresenceAnswer> => {
  const client = new PreparingClient({ ...config, ...WITHOUT_TIMEOUTS })
  client.on('error', () => undefined)
  const stopTurns = afterTurns(turns, () => client.abandon())
  try {
    await client.connect()
    const [found] = (await client.query<Found>(QUESTION)).rows
    return found?.read_only === false ? { tag: 'writable', timeline: found.timeline } : { tag: 'read_only' }
  } catch (error) {
    return { tag: isSilence(error) ? 'silent' : 'refused' }
  } finally {
    stopTurns()
    client.abandon()
  }
}

const ORDER: readonly PresenceAnswer['tag'][] = ['writable', 'refused', 'read_only', 'silent']

/**
 * Asks all servers at once, each on a connection of its own; what the best of them answered counts. A caller that waits
 * longer for a connection waits as long for an answer.
 */
export const presenceQuestion = (configs: readonly pg.PoolConfig[], connectTimeoutMs = 0): PresenceQuestion => {
  const turns = Math.ceil(Math.max(LEAST_WAIT_MS, connectTimeoutMs) / TURN_MS)
  return async () => {
    const answers = await Promise.all(configs.map((config) => askOne(config, turns)))
    const best = ORDER.find((tag) => answers.some((answer) => answer.tag === tag))
    return answers.find(({ tag }) => tag === best) ?? { tag: 'silent' }
  }
}
