// Operators read the mail queue by state, newest first, and try a letter again. A letter that a sender has claimed looked
// like one that waits for its next attempt: tried again in between, it would be sent twice.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table outgoing_mail add column claimed_until timestamptz`.execute(db)
  // One index a state, so that a page of a rare state passes no rows of the others.
  await sql`create index outgoing_mail_waiting on outgoing_mail (id) where ended_at is null`.execute(db)
  await sql`create index outgoing_mail_failed on outgoing_mail (id) where outcome in ('refused', 'given_up')`.execute(
    db,
  )
  await sql`create index outgoing_mail_dropped on outgoing_mail (id) where outcome in ('superseded', 'needless')`.execute(
    db,
  )
}
