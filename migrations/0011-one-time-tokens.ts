// One-time tokens, which prove that a person reads a mailbox, stored as hashes. The use of a token deletes its row.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table one_time_tokens (
      hash bytea primary key check (length(hash) = 32),
      purpose text not null check (purpose in ('verify_email', 'reset_password')),
      user_id uuid not null references users (id),
      mail_id uuid not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index one_time_tokens_of_user on one_time_tokens (user_id)`.execute(db)
  await sql`create index one_time_tokens_by_end on one_time_tokens (expires_at)`.execute(db)
}
