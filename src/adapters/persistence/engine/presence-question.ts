import type pg from 'pg'
import { performance } from 'node:perf_hooks'
import { isOutage } from './is-outage.ts'
import { PreparingClient } from './preparing-client.ts'

/** What one question to the servers of a database found. */
export type PresenceAnswer =
  /** One of them takes writes. A promoted standby has another timeline than the primary before it. */
  | { readonly tag: 'writable'; readonly timeline: string | null }
  | { readonly tag: 'read_only' }
  /** One is there and refuses this question; of writes that says nothing. */
  | { readonly tag: 'refused' }
  | { readonly tag: 'silent' }

export type PresenceQuestion = () => Promise<PresenceAnswer>

/** How long a server may take for one question, its connection included. */
const QUESTION_MS = 2_000

/** A timer that rings this much later was kept from ringing: this process stood still, so the silence proves nothing. */
const LATE_MS = 500

/** The name of a file of the write-ahead log begins with the timeline; a server in recovery writes none. */
const QUESTION = `
  select current_setting('transaction_read_only') = 'on' as read_only,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

interface Found {
  readonly read_only: boolean
  readonly timeline: string | null
}

const askOne = async (config: pg.PoolConfig): Promise<PresenceAnswer> => {
  const client = new PreparingClient(config)
  client.on('error', () => undefined)
  const dueMs = performance.now() + QUESTION_MS
  let wasLate = false
  const timer = setTimeout(() => {
    wasLate = performance.now() > dueMs + LATE_MS
    client.abandon()
  }, QUESTION_MS)
  try {
    await client.connect()
    const [found] = (await client.query<Found>(QUESTION)).rows
    return found?.read_only === false ? { tag: 'writable', timeline: found.timeline } : { tag: 'read_only' }
  } catch (error) {
    return { tag: wasLate || !isOutage(error) ? 'refused' : 'silent' }
  } finally {
    clearTimeout(timer)
    client.abandon()
  }
}

const ORDER: readonly PresenceAnswer['tag'][] = ['writable', 'refused', 'read_only', 'silent']

/** Asks all servers at once, each on a connection of its own; what the best of them answered counts. */
export const presenceQuestion =
  (configs: readonly pg.PoolConfig[]): PresenceQuestion =>
  async () => {
    const answers = await Promise.all(configs.map(askOne))
    const best = ORDER.find((tag) => answers.some((answer) => answer.tag === tag))
    return answers.find(({ tag }) => tag === best) ?? { tag: 'silent' }
  }
