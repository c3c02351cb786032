// Keys of the public gateway, known by their hashes. What a key spends stands in its budget, under the same id.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Rows change about once a minute while in use: room on the page keeps those writes out of the indexes.
  await sql`
    create table api_keys (
      id uuid primary key references budgets (id),
      user_id uuid not null references users (id),
      name text not null,
      key_hash bytea not null unique check (length(key_hash) = 32),
      prefix text not null,
      last_four text not null check (length(last_four) = 4),
      expires_at timestamptz,
      allowed_models text[],
      last_used_at timestamptz,
      created_at timestamptz not null,
      deleted_at timestamptz
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index api_keys_live_of_user on api_keys (user_id, id desc) where deleted_at is null`.execute(db)
}
