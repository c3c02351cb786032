// Operators ask a server how the standing work fares, also where a worker does it. So every process reports its work here.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // No index but the key, and room in each page: rows are written again every few seconds.
  await sql`
    create table standing_jobs (
      process text not null,
      job text not null,
      role text not null check (role in ('server', 'worker')),
      scope text not null check (scope in ('process', 'installation')),
      every_ms integer not null,
      reported_at timestamptz not null,
      runs bigint not null,
      failures bigint not null,
      running_since timestamptz,
      last_started_at timestamptz,
      last_took_ms bigint,
      last_failed boolean,
      last_counts jsonb,
      total_counts jsonb not null,
      failed_at timestamptz,
      failure text,
      next_run_at timestamptz,
      primary key (process, job)
    ) with (fillfactor = 50)`.execute(db)
}
