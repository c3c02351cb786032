// Sums over receipts must stay fast however many there are, so they are carried forward to hours behind a watermark.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * `ended_in` is the transaction that ended the hold: every row whose transaction is older than the oldest one that runs
 * is there for good, which no time could promise. `apart_in` is the transaction that moved money of the hold which its
 * settled amount does not tell: a write-off, or the charge of a hold that had been released.
 */
const holds = async (db: Kysely<unknown>): Promise<void> => {
  // A constant first: it fills old rows without writing them.
  await sql`alter table holds add column ended_in xid8 not null default '0', add column apart_in xid8`.execute(db)
  await sql`alter table holds alter column ended_in set default pg_current_xact_id()`.execute(db)
  await sql`
    update holds h set apart_in = '0' from transfers t
     where t.hold_id = h.id and (t.kind = 'writeoff' or (t.kind = 'charge' and h.state = 'released'))`.execute(db)
  await sql`create index holds_ended on holds (ended_in, id) where state <> 'held'`.execute(db)
  await sql`create index holds_apart on holds (apart_in, id) where apart_in is not null`.execute(db)
  await sql`create index holds_ended_of_wallet on holds (wallet, id desc) where state <> 'held'`.execute(db)
}

/**
 * Guards of columns that the ledger never sets are asked only where a statement sets one of them, and the guard of ended
 * holds compares only those. Until now each end of a hold and each change of a balance paid for preparing all these
 * comparisons; without that, the new columns and indexes cost nothing more.
 */
const narrowGuards = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop trigger holds_identity_frozen on holds`.execute(db)
  await sql`
    create trigger holds_identity_frozen
      before update of id, wallet, currency, amount, reference, budget_id, instance, created_at on holds for each row
      when ((old.id, old.wallet, old.currency, old.amount, old.reference, old.budget_id, old.instance, old.created_at)
        is distinct from
        (new.id, new.wallet, new.currency, new.amount, new.reference, new.budget_id, new.instance, new.created_at))
      execute function refuse_change()`.execute(db)
  await sql`drop trigger holds_end_once on holds`.execute(db)
  await sql`
    create function check_ended_hold() returns trigger language plpgsql as $$ begin
      if (old.state, old.settled_amount, old.release_reason, old.expires_at, old.ended_at)
           is distinct from (new.state, new.settled_amount, new.release_reason, new.expires_at, new.ended_at)
         or (old.receipt is not null and old.receipt is distinct from new.receipt) then
        raise exception '% refuses this %', tg_table_name, lower(tg_op) using errcode = '23514', constraint = tg_name;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger holds_end_once before update on holds for each row
      when (old.state <> 'held') execute function check_ended_hold()`.execute(db)
  await sql`drop trigger accounts_identity_frozen on accounts`.execute(db)
  await sql`
    create trigger accounts_identity_frozen before update of id, kind, owner, currency on accounts for each row
      when ((old.id, old.kind, old.owner, old.currency) is distinct from (new.id, new.kind, new.owner, new.currency))
      execute function refuse_change()`.execute(db)
}

/** One row an hour, wallet, key, model and surface. Its partitions, one a month, are made when they are needed. */
const hours = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_hours (
      wallet uuid not null,
      hour timestamptz not null,
      budget_id uuid,
      model text,
      surface text,
      calls bigint not null,
      refusals bigint not null,
      failures bigint not null,
      input_tokens bigint not null,
      cached_tokens bigint not null,
      cache_write_tokens bigint not null,
      output_tokens bigint not null,
      reasoning_tokens bigint not null,
      images bigint not null,
      milliseconds bigint not null,
      cost bigint not null,
      written_off bigint not null,
      constraint usage_hours_once unique nulls not distinct (wallet, hour, budget_id, model, surface)
    ) partition by range (hour)`.execute(db)
}

const progress = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_progress (
      one boolean primary key default true check (one),
      ended_in xid8 not null default '0',
      ended_id uuid not null default '00000000-0000-0000-0000-000000000000',
      apart_in xid8 not null default '0',
      apart_id uuid not null default '00000000-0000-0000-0000-000000000000',
      restamping boolean not null default false
    )`.execute(db)
  await sql`insert into usage_progress default values`.execute(db)
}

/** Wallets and keys whose usage has grown since their rows were last taken away. */
const touched = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_touched (
      wallet uuid not null,
      budget_id uuid,
      constraint usage_touched_once unique nulls not distinct (wallet, budget_id)
    )`.execute(db)
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await holds(db)
  await narrowGuards(db)
  await hours(db)
  await progress(db)
  await touched(db)
}
