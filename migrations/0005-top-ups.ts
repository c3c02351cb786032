// Purchases of money, one row each, and the index that lists a wallet's rare movements among its many charges.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table top_ups (
      id uuid primary key,
      user_id uuid not null references users (id),
      wallet uuid not null references accounts (id),
      currency text not null check (currency in ('RUB', 'TOKEN')),
      amount bigint not null check (amount > 0),
      price bigint not null check (price > 0),
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'canceled')),
      provider text not null,
      payment_id text,
      confirmation_url text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((status = 'pending') = (ended_at is null)),
      check (status <> 'succeeded' or payment_id is not null),
      constraint top_ups_one_payment unique (provider, payment_id)
    )`.execute(db)
  await sql`create index top_ups_of_user on top_ups (user_id, id desc)`.execute(db)
  await sql`
    create trigger top_ups_end_once before update on top_ups for each row
      when (old.status <> 'pending') execute function refuse_change()`.execute(db)
  await sql`
    create index transfers_beside_charges on transfers (wallet, kind, seq desc)
      where wallet is not null and kind <> 'charge'`.execute(db)
}
