// The usage of a year by model reads each model and key of each hour: for an account with many of them it took longer than
// a statement may. So the sums of each day are kept beside the hours, over every key and of each key.
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

const DAYS = `(select wallet, date_trunc('day', hour, 'UTC') as day, budget_id, model, surface, ${NAMES} from`

/** The sums of rows of `usage_hours` by the days of UTC, over every key and of each key. */
const sumsOf = (rows: string): string => `
  select wallet, grouping(budget_id) = 1, budget_id, day, model, surface,
         ${FIGURES.map((name) => `sum(${name})::bigint`).join(', ')}
    from ${DAYS} ${rows}) as each
   group by grouping sets ((wallet, day, model, surface), (wallet, day, model, surface, budget_id))`

const adding = (rows: string): string => `
  insert into usage_days as d (wallet, every_key, budget_id, day, model, surface, ${NAMES}) ${sumsOf(rows)}
      on conflict on constraint usage_days_once do update
     set ${FIGURES.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`

const CHANGE = `(
  select wallet, hour, budget_id, model, surface, ${NAMES} from after_it
  union all
  select wallet, hour, budget_id, model, surface, ${FIGURES.map((name) => `-${name}`).join(', ')} from before_it) as changed`

/** Triggers keep the days, as they keep `usage_sums`: also behind a process of an earlier release. */
const keepDays = async (db: Kysely<unknown>): Promise<void> => {
  const triggers = [
    ['insert', 'referencing new table as after_it', adding('after_it')],
    ['update', 'referencing old table as before_it new table as after_it', adding(CHANGE)],
    // Hours are only ever thrown away all together.
    ['delete', '', 'delete from usage_days'],
  ] as const
  for (const [event, tables, work] of triggers) {
    const name = `sum_days_on_${event}`
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${work}; return null; end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} on usage_hours ${tables}
           for each statement execute function ${name}()`,
      )
      .execute(db)
  }
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_days (
      wallet uuid not null,
      every_key boolean not null,
      budget_id uuid check (not every_key or budget_id is null),
      day timestamptz not null,
      model text,
      surface text,
      ${sql.raw(FIGURES.map((name) => `${name} bigint not null`).join(', '))},
      constraint usage_days_once unique nulls not distinct (wallet, every_key, day, budget_id, model, surface)
    )`.execute(db)
  // A worker that counts now waits, and its hours are added by the triggers.
  await sql`lock table usage_hours in share row exclusive mode`.execute(db)
  await sql.raw(adding('usage_hours')).execute(db)
  await keepDays(db)
}
