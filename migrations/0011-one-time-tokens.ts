// Proofs that somebody reads a mailbox, known by their hashes. A row goes away with its use.
import { type Kysely, sql } from 'kysely'

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
