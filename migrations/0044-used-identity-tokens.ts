// A provider's ID token is good for one sign-in. Its hash is stored until the token expires.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table used_identity_tokens (
      hash bytea primary key check (length(hash) = 32),
      user_id uuid not null references users (id),
      used_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index used_identity_tokens_by_end on used_identity_tokens (expires_at)`.execute(db)
}
