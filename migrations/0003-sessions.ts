// Logins: each a chain of refresh tokens known by their hashes, and the keys all instances sign and derive with.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table signing_keys (
      kid text primary key,
      public_jwk jsonb not null,
      private_jwk jsonb not null,
      signs_from timestamptz not null,
      retired_at timestamptz
    )`.execute(db)
  await sql`
    create table session_secrets (
      id uuid primary key,
      secret bytea not null check (length(secret) = 32),
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users (id),
      secret_id uuid not null references session_secrets (id),
      family_hash bytea not null unique check (length(family_hash) = 32),
      current_hash bytea not null check (length(current_hash) = 32),
      previous_hash bytea check (length(previous_hash) = 32 and previous_hash <> current_hash),
      turned_at timestamptz not null,
      created_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text,
      check ((revoked_at is null) = (revoked_reason is null))
    )`.execute(db)
  await sql`create index sessions_live_of_user on sessions (user_id) where revoked_at is null`.execute(db)
  await sql`create index sessions_by_age on sessions (created_at)`.execute(db)
}
