// How often a provider is asked about one top-up, and top-ups that were canceled because of newer ones but may still be paid.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table top_ups
      add column looked_at timestamptz,
      add column superseded boolean not null default false,
      add constraint top_ups_superseded_ones_are_canceled check (not superseded or status = 'canceled')`.execute(db)
  await sql`drop trigger top_ups_end_once on top_ups`.execute(db)
  await sql`
    create trigger top_ups_end_once before update on top_ups for each row
      when (old.status <> 'pending' and not old.superseded) execute function refuse_change()`.execute(db)
  await sql`
    create index top_ups_superseded on top_ups (provider, created_at) where superseded`.execute(db)
  await sql`
    create index top_ups_pending_of_user on top_ups (user_id, id) where status = 'pending'`.execute(db)
}
