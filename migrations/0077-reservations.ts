// Money that an instance sets aside for the calls of one key before they come. It is a part of what wallet and key hold.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table accounts add column reserved bigint not null default 0,
      add constraint accounts_reserved_is_held check (reserved between 0 and held)`.execute(db)
  await sql`
    create table reservations (
      id uuid primary key,
      wallet uuid not null references accounts (id),
      currency text not null,
      budget_id uuid not null references budgets (id),
      instance text not null,
      granted bigint not null check (granted > 0),
      captured bigint not null default 0 check (captured >= 0),
      returned bigint not null default 0 check (returned >= 0),
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint reservations_never_overdrawn check (captured + returned <= granted),
      constraint reservations_end_empty check (ended_at is null or captured + returned = granted)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create unique index reservations_open on reservations (instance, budget_id) where ended_at is null`.execute(db)
}

/** A call that was admitted against a reservation has its hold written when it ends, and by then the hold has ended. */
const holds = async (db: Kysely<unknown>): Promise<void> => {
  // Holds that are there have neither column, so nothing need be read to be sure of that.
  await sql`
    alter table holds add column reservation uuid, add column taken bigint,
      add constraint holds_take_from_a_reservation check ((reservation is null) = (taken is null)) not valid,
      add constraint holds_take_within_price check (taken between 0 and coalesce(settled_amount, 0)) not valid,
      add constraint holds_of_reservations_are_born_ended check (reservation is null or state <> 'held') not valid`.execute(
    db,
  )
  await sql`
    create trigger holds_taken_frozen before update of reservation, taken on holds for each row
      when ((old.reservation, old.taken) is distinct from (new.reservation, new.taken))
      execute function refuse_change()`.execute(db)
}

const guards = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create trigger reservations_never_deleted before delete on reservations
      for each row execute function refuse_change()`.execute(db)
  await sql`
    create trigger reservations_never_truncated before truncate on reservations
      for each statement execute function refuse_change()`.execute(db)
  await sql`
    create trigger reservations_only_grow before update on reservations for each row
      when ((old.id, old.wallet, old.currency, old.budget_id, old.instance, old.created_at)
          is distinct from (new.id, new.wallet, new.currency, new.budget_id, new.instance, new.created_at)
        or new.granted < old.granted or new.captured < old.captured or new.returned < old.returned
        or (old.ended_at is not null
            and (new.ended_at is distinct from old.ended_at or new.granted > old.granted)))
      execute function refuse_change()`.execute(db)
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await tables(db)
  await holds(db)
  await guards(db)
}
