// A request may continue an earlier response by its id, so responses are kept for their account, sealed by the master key.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A row holds its own exchange and names the row before it, which therefore cannot go while it is continued. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table stored_responses (
      user_id uuid not null references users,
      id uuid not null,
      previous_id uuid,
      created_at timestamptz not null,
      deleted_at timestamptz,
      chain_responses integer not null check (chain_responses > 0),
      chain_items integer not null check (chain_items >= 0),
      chain_bytes bigint not null check (chain_bytes > 0),
      key_id text not null,
      sealed bytea not null,
      primary key (user_id, id),
      foreign key (user_id, previous_id) references stored_responses
    )`.execute(db)
  // Sealed bytes do not compress.
  await sql`alter table stored_responses alter column sealed set storage external`.execute(db)
  await sql`create index stored_responses_continued on stored_responses (user_id, previous_id)`.execute(db)
  await sql`create index stored_responses_by_age on stored_responses (created_at)`.execute(db)
  await sql`create index stored_responses_deleted on stored_responses (user_id) where deleted_at is not null`.execute(
    db,
  )
  await sql`create index stored_responses_by_key on stored_responses (key_id, id)`.execute(db)
}
