// Operators ask how long callers wait for the first token and when the ledger was last audited: until now only the metrics
// of each process knew. And the sums over the last hours read every hour of a month.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table first_token_times (
      hour timestamptz not null,
      step smallint not null,
      calls bigint not null,
      primary key (hour, step)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table ledger_audits (
      at timestamptz not null,
      took_ms bigint not null,
      violations integer not null,
      deltas jsonb not null
    )`.execute(db)
  // The rows of an hour lie together, so that a few bytes for 16 pages are enough: of a month with 1,000,000 rows the last
  // 24 hours are 730 pages read, where they were 20,850.
  await sql`create index usage_hours_hour on usage_hours using brin (hour) with (pages_per_range = 16)`.execute(db)
  await sql`create index ledger_audits_at on ledger_audits (at)`.execute(db)
}
