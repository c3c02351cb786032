// Accounts of people: who may log in, and who owns wallets, keys and limits.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table users (
      id uuid primary key,
      email text not null check (length(email) between 3 and 320),
      email_folded text not null unique,
      display_name text,
      password_hash text,
      email_verified boolean not null default false,
      deactivated_at timestamptz,
      rate_limit_per_minute integer check (rate_limit_per_minute >= 1),
      created_at timestamptz not null default now()
    )`.execute(db)
}
