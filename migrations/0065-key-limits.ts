// Spend limits of keys that start again each day, week or month; rates, addresses, notes and a switch of each key; and
// the limits that an owner gives to new keys.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table budgets
      add column period text check (period in ('daily', 'weekly', 'monthly')),
      add column time_zone text not null default 'UTC',
      add column period_spent bigint not null default 0 check (period_spent >= 0),
      add column period_ends_at timestamptz,
      add check ((period is null) = (period_ends_at is null))`.execute(db)
  await sql`
    alter table api_keys
      add column note text,
      add column disabled boolean not null default false,
      add column requests_per_minute integer check (requests_per_minute > 0),
      add column tokens_per_minute integer check (tokens_per_minute > 0),
      add column allowed_addresses text[]`.execute(db)
  await sql`
    create table api_key_defaults (
      user_id uuid primary key references users (id),
      spend_limit bigint check (spend_limit > 0),
      spend_limit_period text check (spend_limit_period in ('daily', 'weekly', 'monthly')),
      spend_limit_time_zone text,
      requests_per_minute integer check (requests_per_minute > 0),
      tokens_per_minute integer check (tokens_per_minute > 0),
      allowed_models text[],
      allowed_addresses text[]
    )`.execute(db)
}
