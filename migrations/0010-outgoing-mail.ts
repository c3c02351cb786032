// Mail that facts of the database cause, queued in the same transaction. No row holds a token or a link.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table outgoing_mail (
      id uuid primary key,
      kind text not null check (kind in ('verify_email', 'reset_password')),
      recipient text not null,
      locale text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_error text,
      created_at timestamptz not null,
      ended_at timestamptz,
      outcome text check (outcome in ('sent', 'refused', 'given_up', 'superseded', 'needless')),
      check ((ended_at is null) = (outcome is null))
    )`.execute(db)
  await sql`create index outgoing_mail_due on outgoing_mail (next_attempt_at) where ended_at is null`.execute(db)
  await sql`create index outgoing_mail_of_recipient on outgoing_mail (recipient, kind, id)`.execute(db)
  await sql`create index outgoing_mail_ended on outgoing_mail (ended_at) where ended_at is not null`.execute(db)
}
