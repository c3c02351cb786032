// Money: double entry by construction. The domain computes balances; the guards here refuse what the domain never does.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table accounts (
      id uuid primary key,
      kind text not null check (kind in ('user', 'revenue', 'deposits', 'promo', 'writeoff', 'adjustment')),
      owner uuid references users (id),
      currency text not null check (currency in ('RUB', 'TOKEN')),
      balance bigint not null default 0,
      held bigint not null default 0 check (held >= 0),
      version bigint not null default 0,
      created_at timestamptz not null default now(),
      check ((kind = 'user') = (owner is not null)),
      constraint accounts_never_overdrawn check (balance >= held),
      constraint accounts_system_keeps_no_balance check (kind = 'user' or (balance = 0 and held = 0)),
      unique nulls not distinct (owner, kind, currency)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table budgets (
      id uuid primary key,
      limit_amount bigint check (limit_amount >= 0),
      spent bigint not null default 0 check (spent >= 0),
      held bigint not null default 0 check (held >= 0)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table holds (
      id uuid primary key,
      wallet uuid not null,
      currency text not null,
      amount bigint not null check (amount > 0),
      state text not null check (state in ('held', 'settled', 'released')),
      settled_amount bigint check (settled_amount > 0),
      release_reason text,
      reference text collate "C" not null constraint holds_reference_once unique,
      budget_id uuid,
      instance text,
      receipt jsonb,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((state = 'held') = (ended_at is null)),
      check ((state = 'settled') = (settled_amount is not null)),
      check ((state = 'released') = (release_reason is not null))
    )`.execute(db)
  await sql`
    create table transfers (
      id uuid primary key,
      seq bigint not null generated always as identity,
      kind text not null check (kind in ('topup', 'charge', 'refund', 'bonus', 'adjustment', 'writeoff')),
      currency text not null,
      debit uuid not null,
      credit uuid not null,
      wallet uuid check (wallet in (debit, credit)),
      amount bigint not null check (amount > 0),
      hold_id uuid,
      reverses uuid,
      balance_after bigint check (balance_after >= 0),
      reference_kind text not null,
      reference_id text not null,
      description text not null,
      operation_id uuid,
      tariff_version text,
      usage jsonb,
      created_at timestamptz not null default now(),
      check (debit <> credit),
      constraint transfers_one_charge_per_hold check (kind <> 'charge' or id = hold_id),
      constraint transfers_writeoff_has_hold check (kind <> 'writeoff' or (hold_id is not null and id <> hold_id)),
      check ((kind = 'refund') = (reverses is not null))
    )`.execute(db)
}

const indexes = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index holds_open on holds (expires_at) where state = 'held'`.execute(db)
  await sql`create index transfers_of_wallet on transfers (wallet, seq desc) where wallet is not null`.execute(db)
  await sql`create index transfers_reversing on transfers (reverses) where reverses is not null`.execute(db)
  await sql`
    create unique index transfers_one_writeoff_per_hold on transfers (hold_id) where kind = 'writeoff'`.execute(db)
}

const refusal = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$ begin
      raise exception '% refuses this %', tg_table_name, lower(tg_op) using errcode = '23514', constraint = tg_name;
    end $$`.execute(db)
}

const guardTransfers = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create trigger transfers_append_only before update or delete on transfers
      for each row execute function refuse_change()`.execute(db)
  await sql`
    create trigger transfers_never_truncated before truncate on transfers
      for each statement execute function refuse_change()`.execute(db)
  // One check a statement instead of two foreign keys a row: both ends exist and share the currency. It joins
  // by id alone: another condition lets a plan made on small tables take another index for ever.
  // A statement calls this when a row differs from the row that its writer had cached: everything it did is undone.
  await sql`
    create function ledger_stale() returns int language plpgsql as $$ begin
      raise exception 'a remembered row has changed' using errcode = '40001';
    end $$`.execute(db)
  await sql`
    create function check_transfer_ends() returns trigger language plpgsql as $$ begin
      if exists (
        select from made m
          left join accounts d on d.id = m.debit
          left join accounts c on c.id = m.credit
         where d.currency is distinct from m.currency or c.currency is distinct from m.currency
            or m.wallet is distinct from case when d.kind = 'user' then d.id when c.kind = 'user' then c.id end
            or (d.kind = 'user' and c.kind = 'user')
      ) then
        raise exception 'a transfer joins a wallet and a system account, or two system accounts, of its currency'
          using errcode = '23503', constraint = tg_name;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger transfers_ends after insert on transfers referencing new table as made
      for each statement execute function check_transfer_ends()`.execute(db)
  // Two refunds of one charge lock the same wallet, so the sum read here is the whole sum.
  await sql`
    create function check_refund() returns trigger language plpgsql as $$ begin
      if not exists (
        select from transfers o
         where o.id = new.reverses and o.kind = 'charge' and o.debit = new.credit and o.credit = new.debit
           and o.amount >= (select sum(r.amount) from transfers r where r.reverses = o.id)
      ) then
        raise exception 'a refund gives back a charge, and never more than it' using errcode = '23514', constraint = tg_name;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger transfers_refund_within_original after insert on transfers
      for each row when (new.reverses is not null) execute function check_refund()`.execute(db)
}

const guardHolds = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create trigger holds_never_deleted before delete on holds
      for each row execute function refuse_change()`.execute(db)
  await sql`
    create trigger holds_never_truncated before truncate on holds
      for each statement execute function refuse_change()`.execute(db)
  await sql`
    create trigger holds_identity_frozen before update on holds for each row
      when ((old.id, old.wallet, old.currency, old.amount, old.reference, old.budget_id, old.instance, old.created_at)
        is distinct from
        (new.id, new.wallet, new.currency, new.amount, new.reference, new.budget_id, new.instance, new.created_at))
      execute function refuse_change()`.execute(db)
  // An ended hold may only gain the receipt of a settle that came too late.
  await sql`
    create trigger holds_end_once before update on holds for each row
      when (old.state <> 'held' and (
        (old.state, old.settled_amount, old.release_reason, old.expires_at, old.ended_at)
          is distinct from (new.state, new.settled_amount, new.release_reason, new.expires_at, new.ended_at)
        or (old.receipt is not null and old.receipt is distinct from new.receipt)))
      execute function refuse_change()`.execute(db)
  await sql`
    create function check_hold_wallet() returns trigger language plpgsql as $$ begin
      if exists (
        select from made m left join accounts a on a.id = m.wallet
         where a.currency is distinct from m.currency or a.kind is distinct from 'user'
      ) then
        raise exception 'a hold stands on a wallet of its currency' using errcode = '23503', constraint = tg_name;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger holds_wallet after insert on holds referencing new table as made
      for each statement execute function check_hold_wallet()`.execute(db)
}

const guardAccounts = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create trigger accounts_never_deleted before delete on accounts
      for each row execute function refuse_change()`.execute(db)
  await sql`
    create trigger accounts_never_truncated before truncate on accounts
      for each statement execute function refuse_change()`.execute(db)
  await sql`
    create trigger accounts_identity_frozen before update on accounts for each row
      when ((old.id, old.kind, old.owner, old.currency) is distinct from (new.id, new.kind, new.owner, new.currency))
      execute function refuse_change()`.execute(db)
}

/** The ids that `systemAccountId` of the domain computes. */
const systemAccounts = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    insert into accounts (id, kind, currency)
    select ('00000000-0000-7000-8000-0000000000' || k.digit || c.digit)::uuid, k.kind, c.currency
      from (values ('1', 'revenue'), ('2', 'deposits'), ('3', 'promo'), ('4', 'writeoff'), ('5', 'adjustment'))
             as k (digit, kind),
           (values ('1', 'RUB'), ('2', 'TOKEN')) as c (digit, currency)`.execute(db)
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await tables(db)
  await indexes(db)
  await refusal(db)
  await guardTransfers(db)
  await guardHolds(db)
  await guardAccounts(db)
  await systemAccounts(db)
}
