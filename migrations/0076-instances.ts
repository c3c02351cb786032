// One row a running process, whose beat it raises every five seconds. Its holds and its claims of Idempotency-Keys live as
// long as it lives; their own times are infinite. Rows of processes of an earlier release keep their finite times.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table instances (
      id text primary key,
      beat integer not null default 0,
      began_at timestamptz not null default now(),
      beat_at timestamptz not null default now(),
      ended_at timestamptz
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create function refuse_second_life() returns trigger language plpgsql as $$ begin
      raise exception 'an instance that has ended never lives again' using errcode = '23514', constraint = tg_name;
    end $$`.execute(db)
  await sql`
    create trigger instances_end_once before update on instances for each row
      when (old.ended_at is not null) execute function refuse_second_life()`.execute(db)
}
