import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CountedChunk, UsageCounter } from '../../../application/ports/billing/usage-counter.ts'
import type { Database } from '../schema/schema.ts'
import { CHECK_VIOLATION, sqlState } from '../sql/sql-state.ts'
import { apartRows, endedRows, FIGURES, KEYS, SUMMED } from './usage-rows.ts'

/** Ends of holds that one transaction counts. */
const CHUNK_SIZE = 4_000

interface Progress {
  readonly ended_in: string
  readonly ended_id: string
  readonly apart_in: string
  readonly apart_id: string
  readonly restamping: boolean
  readonly is_ahead: boolean
}

/** Of all workers the one with this lock counts. */
const lockProgress = async (transaction: Kysely<Database>, wait: 'skip locked' | ''): Promise<Progress | undefined> => {
  const { rows } = await sql<Progress>`
    select *, greatest(ended_in, apart_in) >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead
      from usage_progress for update ${sql.raw(wait)}`.execute(transaction)
  return rows[0]
}

/** A transaction below this one has ended, and what it wrote is there for good or never will be. */
const OLDEST_RUNNING = sql`pg_snapshot_xmin(pg_current_snapshot())`

/** What the counting reads of a hold. */
const COUNTED = sql.raw(
  'ended_in, apart_in, id, wallet, budget_id, reference, created_at, state, release_reason, settled_amount, receipt',
)
/** What says how far the counting went: the index alone holds it. */
const ENDED_PLACE = sql.raw('ended_in, id')
const APART_PLACE = sql.raw('apart_in, id')

const nextEnded = ({ ended_in, ended_id }: Progress, columns = COUNTED) => sql`
  select ${columns} from holds
   where state <> 'held' and (ended_in, id) > (${ended_in}::xid8, ${ended_id}::uuid) and ended_in < ${OLDEST_RUNNING}
   order by ended_in, id limit ${sql.lit(CHUNK_SIZE)}`

const nextApart = ({ apart_in, apart_id }: Progress, columns = COUNTED) => sql`
  select ${columns} from holds
   where apart_in is not null and (apart_in, id) > (${apart_in}::xid8, ${apart_id}::uuid) and apart_in < ${OLDEST_RUNNING}
   order by apart_in, id limit ${sql.lit(CHUNK_SIZE)}`

interface Sizes {
  readonly ended: bigint
  readonly apart: bigint
}

/**
 * Adds up one chunk. A chunk is read twice, its rows to be summed and its places to know where it ends: to keep the rows
 * aside instead costs more than the second look into the index. Both looks see the same rows, as parts of one statement.
 */
const countNext = async (transaction: Kysely<Database>, progress: Progress): Promise<Sizes> => {
  const added = sql.join(FIGURES.map((name) => sql`${sql.ref(name)} = h.${sql.ref(name)} + excluded.${sql.ref(name)}`))
  const { rows } = await sql<Sizes>`
    with summed as materialized (
      select ${KEYS}, ${SUMMED}
        from (${endedRows(nextEnded(progress))} union all ${apartRows(nextApart(progress))}) as each
       group by ${KEYS}),
    touched as (
      insert into usage_touched (wallet, budget_id) select distinct wallet, budget_id from summed on conflict do nothing),
    counted as (
      insert into usage_hours as h (${KEYS}, ${sql.join(FIGURES.map((name) => sql.ref(name)))})
      select * from summed
          on conflict (${KEYS}) do update set ${added}),
    ended as materialized (${nextEnded(progress, ENDED_PLACE)}),
    apart as materialized (${nextApart(progress, APART_PLACE)}),
    last_ended as (select ended_in, id from ended order by ended_in desc, id desc limit 1),
    last_apart as (select apart_in, id from apart order by apart_in desc, id desc limit 1)
    update usage_progress p
       set ended_in = coalesce((select ended_in from last_ended), p.ended_in),
           ended_id = coalesce((select id from last_ended), p.ended_id),
           apart_in = coalesce((select apart_in from last_apart), p.apart_in),
           apart_id = coalesce((select id from last_apart), p.apart_id)
    returning (select count(*) from ended) as ended, (select count(*) from apart) as apart`.execute(transaction)
  return rows[0] ?? { ended: 0n, apart: 0n }
}

/** The months of what is counted next. */
const nextMonths = async (transaction: Kysely<Database>, progress: Progress): Promise<readonly string[]> => {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(hour at time zone 'UTC', 'YYYY-MM') as month
      from (${endedRows(nextEnded(progress))} union all ${apartRows(nextApart(progress))}) as each`.execute(transaction)
  return rows.map(({ month }) => month)
}

/**
 * A table that is made for itself and then attached keeps no reader of the usage waiting. The lock on the progress
 * keeps two workers from making it at the same time.
 */
const makePartition = async (transaction: Kysely<Database>, month: string): Promise<void> => {
  const name = `usage_hours_${month.replace('-', '_')}`
  const { rows } = await sql`select to_regclass(${name}) as found where to_regclass(${name}) is not null`.execute(
    transaction,
  )
  if (rows.length > 0) return
  const first = `${month}-01 00:00:00+00`
  const { rows: ends } = await sql<{ next: string }>`
    select to_char(${first}::timestamptz at time zone 'UTC' + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00' as next`.execute(
    transaction,
  )
  await sql`create table ${sql.table(name)} (like usage_hours including all)`.execute(transaction)
  await sql`
    alter table usage_hours attach partition ${sql.table(name)}
      for values from (${sql.lit(first)}) to (${sql.lit(ends[0]?.next)})`.execute(transaction)
}

const makePartitions = (db: Kysely<Database>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const progress = await lockProgress(transaction, '')
    if (progress === undefined) return
    for (const month of await nextMonths(transaction, progress)) await makePartition(transaction, month)
  })

/** Rows that one transaction makes countable. Each is written anew, so they are few. */
const RESTAMP_SIZE = 1_000

/** Numbers of transactions that this cluster has not had yet came with a dump, and the rows that have them are there. */
const NOT_YET = sql`pg_snapshot_xmax(pg_current_snapshot())`

const restamp = async (transaction: Kysely<Database>): Promise<number> => {
  let restamped = 0
  for (const column of [sql.ref('ended_in'), sql.ref('apart_in')]) {
    const { numAffectedRows } = await sql`
      update holds set ${column} = '0'
       where id in (
         select id from holds where state <> 'held' and ${column} >= ${NOT_YET}
          order by ${column} limit ${sql.lit(RESTAMP_SIZE)})`.execute(transaction)
    restamped += Number(numAffectedRows ?? 0n)
  }
  await sql`update usage_progress set restamping = ${restamped > 0}`.execute(transaction)
  return restamped
}

/** Processes of a release before the hourly usage could have moved money apart and not marked the hold. */
const throwAway = async (transaction: Kysely<Database>): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`delete from usage_hours`.execute(transaction)
  await sql`
    update holds h set apart_in = '0' from transfers t
     where t.hold_id = h.id and h.apart_in is null
       and (t.kind = 'writeoff' or (t.kind = 'charge' and h.state = 'released'))`.execute(transaction)
  await sql`
    update usage_progress
       set ended_in = default, ended_id = default, apart_in = default, apart_id = default, restamping = true`.execute(
    transaction,
  )
}

const step = async (transaction: Kysely<Database>): Promise<CountedChunk> => {
  const progress = await lockProgress(transaction, 'skip locked')
  if (progress === undefined) return { tag: 'busy' }
  if (progress.is_ahead) {
    await throwAway(transaction)
    return { tag: 'restored' }
  }
  if (progress.restamping) return { tag: 'restamped', receipts: await restamp(transaction) }
  const { ended, apart } = await countNext(transaction, progress)
  return { tag: 'counted', receipts: Number(ended), isAll: ended < CHUNK_SIZE && apart < CHUNK_SIZE }
}

/** A row of a month that has no partition yet. */
const lacksPartition = (error: unknown): boolean =>
  sqlState(error) === CHECK_VIOLATION && error instanceof Error && error.message.includes('no partition of relation')

export const kyselyUsageCounter = (db: Kysely<Database>): UsageCounter => {
  const once = (): Promise<CountedChunk> => db.transaction().execute(step)
  return {
    async countChunk() {
      try {
        return await once()
      } catch (error) {
        if (!lacksPartition(error)) throw error
        await makePartitions(db)
        return await once()
      }
    },
    startAnew: () =>
      db.transaction().execute(async (transaction) => {
        await lockProgress(transaction, '')
        await throwAway(transaction)
      }),
  }
}
