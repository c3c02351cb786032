// Money given back for a top-up: the order to the provider before it is sent, and the guard of the ledger that lets
// a refund take from a wallet what a top-up had put there, and never more.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table top_up_refunds (
      id uuid primary key,
      top_up uuid not null references top_ups (id),
      amount bigint not null check (amount > 0),
      price bigint not null check (price > 0),
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'canceled')),
      provider_refund_id text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((status = 'pending') = (ended_at is null))
    )`.execute(db)
  await sql`create unique index top_up_refunds_one_pending on top_up_refunds (top_up) where status = 'pending'`.execute(
    db,
  )
  await sql`create index top_up_refunds_of_top_up on top_up_refunds (top_up, id)`.execute(db)
  await sql`
    create trigger top_up_refunds_end_once before update on top_up_refunds for each row
      when (old.status <> 'pending') execute function refuse_change()`.execute(db)
  // Two refunds of one original lock the same wallet, so the sum read here is the whole sum.
  await sql`
    create or replace function check_refund() returns trigger language plpgsql as $$ begin
      if not exists (
        select from transfers o
         where o.id = new.reverses and o.kind in ('charge', 'topup')
           and o.debit = new.credit and o.credit = new.debit
           and o.amount >= (select sum(r.amount) from transfers r where r.reverses = o.id)
      ) then
        raise exception 'a refund gives back a charge or a top-up, and never more than it'
          using errcode = '23514', constraint = tg_name;
      end if;
      return null;
    end $$`.execute(db)
}
