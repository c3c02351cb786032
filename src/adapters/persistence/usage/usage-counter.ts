import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { UsageCounter } from '../../../application/ports/billing/usage-counter.ts'
import { addedUp } from '../../../domain/ledger/usage/usage-change.ts'
import type { Database } from '../schema/schema.ts'
import { lacksPartition } from '../sql/sql-state.ts'
import { addedChanges, changesIn, waitingChanges } from './usage-batches.ts'
import type { StoredBatch } from './usage-batches.ts'
import { apartRows, endedRows, FIGURE_NAMES, FIGURES, KEYS, SUMMED } from './usage-rows.ts'

type Sql = RawBuilder<unknown>

/** Of `usage_changes` only processes of an earlier release make rows. */
const TABLES_OF_CHANGES = ['usage_batches', 'usage_changes'] as const
type TableOfChanges = (typeof TABLES_OF_CHANGES)[number]

/** Rows of each table of changes that one transaction adds to the hours. */
const CHUNK_SIZE = 300

/** A table of changes that has grown past this is cleaned, wherever the database does not do it by itself. */
const CLEAN_FROM_BYTES = 4_000_000

/** Of all workers the one with this lock counts. */
const takeTurn = async (transaction: Kysely<Database>, wait: 'skip locked' | ''): Promise<boolean> => {
  const { rows } = await sql`select 1 from usage_counting for update ${sql.raw(wait)}`.execute(transaction)
  return rows.length > 0
}

/** Some rows of a table of changes, as a statement that deletes them. */
const taking = (table: TableOfChanges): Sql => sql`
  delete from ${sql.table(table)}
   where ctid = any(array(select ctid from ${sql.table(table)} limit ${sql.lit(CHUNK_SIZE)}))`

/** Notes the wallets and keys of these rows as touched, in the order in which every process writes them. */
const noting = (rows: Sql): Sql => sql`
  insert into usage_touched (wallet, budget_id)
  select distinct wallet, budget_id from (${rows}) as each order by wallet, budget_id on conflict do nothing`

/**
 * Adds up one chunk of changes. Each leaves its table in the transaction that adds it, so it is added once. This
 * process adds up what the ledger left: to open the texts would cost the server more than to store them did.
 */
const addChanges = async (transaction: Kysely<Database>) => {
  const { rows: batches } = await sql<StoredBatch & { readonly hour: number }>`
    ${taking('usage_batches')}
    returning groups, changes, extract(epoch from date_trunc('hour', written_at, 'UTC'))::double precision as hour`.execute(
    transaction,
  )
  const added = sql.join(FIGURES.map((name) => sql`${sql.ref(name)} = h.${sql.ref(name)} + excluded.${sql.ref(name)}`))
  const left = addedChanges(addedUp(batches.flatMap((batch) => changesIn(batch, batch.hour))))
  const { rows } = await sql<{ receipts: bigint; earlier: bigint }>`
    with earlier as (${taking('usage_changes')} returning *),
    taken as (${left} union all select ${KEYS}, ${FIGURE_NAMES} from earlier),
    summed as materialized (select ${KEYS}, ${SUMMED} from taken group by ${KEYS}),
    touched as (${noting(sql`table summed`)}),
    added as (
      insert into usage_hours as h (${KEYS}, ${FIGURE_NAMES})
      select * from summed
          on conflict (${KEYS}) do update set ${added})
    select coalesce(sum(calls), 0)::bigint as receipts, (select count(*) from earlier) as earlier from taken`.execute(
    transaction,
  )
  const [{ receipts, earlier } = { receipts: 0n, earlier: 0n }] = rows
  return { receipts: Number(receipts), isAll: batches.length < CHUNK_SIZE && earlier < CHUNK_SIZE }
}

/** Money that moved apart from the settled amount of a hold. */
const MOVED_APART = sql`
  select * from holds
   where id in (select h.id from transfers t join holds h on h.id = t.hold_id
                 where t.kind = 'writeoff' or (t.kind = 'charge' and h.state = 'released'))`

/** Every receipt there is, as rows of `usage_hours`. */
const EVERY_RECEIPT = sql`
  ${endedRows(sql`select * from holds where state <> 'held'`)} union all ${apartRows(MOVED_APART)}`

/** The changes that are there are among the receipts, since one statement reads both. */
const addReceipts = async (transaction: Kysely<Database>): Promise<number> => {
  await sql`delete from usage_hours`.execute(transaction)
  const { rows } = await sql<{ receipts: bigint }>`
    with touched as (${noting(waitingChanges(null))}),
    gone as (delete from usage_batches),
    gone_earlier as (delete from usage_changes),
    counted as (
      insert into usage_hours (${KEYS}, ${FIGURE_NAMES})
      select ${KEYS}, ${SUMMED} from (${EVERY_RECEIPT}) as each group by ${KEYS} returning calls)
    select coalesce(sum(calls), 0)::bigint as receipts from counted`.execute(transaction)
  return Number(rows[0]?.receipts ?? 0n)
}

/**
 * A table that is made for itself and then attached keeps no reader of the usage waiting. The lock on the counting
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

const makePartitions = (db: Kysely<Database>, hours: Sql): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, '')
    const { rows } = await sql<{ month: string }>`
      select distinct to_char(hour at time zone 'UTC', 'YYYY-MM') as month from (${hours}) as each`.execute(transaction)
    for (const { month } of rows) await makePartition(transaction, month)
  })

interface Connections {
  /** Of the work itself. */
  readonly db: Kysely<Database>
  readonly longWork: Kysely<Database>
}

/** Does the work, and where it lacks a partition once more with the partitions of these rows' hours. */
const withPartitions = async <A>(
  { db, longWork }: Connections,
  hours: Sql,
  work: (transaction: Kysely<Database>) => Promise<A>,
): Promise<A> => {
  const once = (): Promise<A> => db.transaction().execute(work)
  try {
    return await once()
  } catch (error) {
    if (!lacksPartition(error, 'usage_hours')) throw error
    await makePartitions(longWork, hours)
    return once()
  }
}

/** The embedded database never cleans by itself, and readers would walk over every change there ever was. */
const clean = async (db: Kysely<Database>, table: TableOfChanges): Promise<void> => {
  const { rows } = await sql`
    select 1 where pg_relation_size(${sql.lit(table)}) > ${sql.lit(CLEAN_FROM_BYTES)}`.execute(db)
  if (rows.length > 0) await sql`vacuum (skip_locked) ${sql.table(table)}`.execute(db)
}

/**
 * `longWork` lets a statement take as long as it needs: what waits has been seen to grow for days, and a count anew
 * reads every receipt.
 */
export const kyselyUsageCounter = (db: Kysely<Database>, longWork = db): UsageCounter => ({
  async countChunk() {
    const counted = await withPartitions({ db, longWork }, waitingChanges(null), async (transaction) =>
      (await takeTurn(transaction, 'skip locked')) ? await addChanges(transaction) : null,
    )
    if (counted === null) return { tag: 'busy' }
    if (counted.isAll) for (const table of TABLES_OF_CHANGES) await clean(longWork, table)
    return { tag: 'counted', ...counted }
  },
  countAnew: () =>
    withPartitions({ db: longWork, longWork }, EVERY_RECEIPT, async (transaction) => {
      await takeTurn(transaction, '')
      return addReceipts(transaction)
    }),
})
