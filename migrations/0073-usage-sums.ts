// The usage of a year by day reads every model and key of each hour, which takes long for an account with many of them.
// So the sums of each hour over all models and surfaces are kept beside the hours: over every key, and of each key.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const FIGURES = [
  'calls',
  'refusals',
  'failures',
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'images',
  'milliseconds',
  'cost',
  'written_off',
]

const NAMES = FIGURES.join(', ')

/** The sums of rows of `usage_hours`, over every key and of each key. */
const sumsOf = (rows: string): string => `
  select wallet, grouping(budget_id) = 1, budget_id, hour, ${FIGURES.map((name) => `sum(${name})::bigint`).join(', ')}
    from ${rows} group by grouping sets ((wallet, hour), (wallet, hour, budget_id))`

const adding = (rows: string): string => `
  insert into usage_sums as s (wallet, every_key, budget_id, hour, ${NAMES}) ${sumsOf(rows)}
      on conflict (wallet, every_key, budget_id, hour) do update
     set ${FIGURES.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`

const CHANGE = `(
  select wallet, hour, budget_id, ${NAMES} from after_it
  union all
  select wallet, hour, budget_id, ${FIGURES.map((name) => `-${name}`).join(', ')} from before_it) as changed`

/**
 * Triggers keep the sums, so those of a process of an earlier release, which does not know of them, are right too. The
 * counter changes thousands of receipts in one statement, and each statement comes here once.
 */
const keepSums = async (db: Kysely<unknown>): Promise<void> => {
  const triggers = [
    ['insert', 'new table as after_it', adding('after_it')],
    ['update', 'old table as before_it new table as after_it', adding(CHANGE)],
    // Hours are only ever thrown away all together.
    ['delete', '', 'delete from usage_sums'],
  ] as const
  for (const [event, tables, work] of triggers) {
    const name = `sum_usage_on_${event}`
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${work}; return null; end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} on usage_hours ${tables === '' ? '' : `referencing ${tables}`}
           for each statement execute function ${name}()`,
      )
      .execute(db)
  }
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_sums (
      wallet uuid not null,
      every_key boolean not null,
      budget_id uuid check (not every_key or budget_id is null),
      hour timestamptz not null,
      ${sql.raw(FIGURES.map((name) => `${name} bigint not null`).join(', '))},
      constraint usage_sums_once unique nulls not distinct (wallet, every_key, budget_id, hour)
    )`.execute(db)
  // A worker that counts now waits, and its hours are added by the triggers.
  await sql`lock table usage_hours in share row exclusive mode`.execute(db)
  await sql.raw(adding('usage_hours')).execute(db)
  await keepSums(db)
}
