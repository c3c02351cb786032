// The owner of an account gets a mail about changes that a thief might have made: keys, identities, passwords, deletion.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table outgoing_mail drop constraint outgoing_mail_kind_check`.execute(db)
  await sql`
    alter table outgoing_mail add constraint outgoing_mail_kind_check check (kind in (
      'verify_email', 'reset_password', 'identity_linked', 'identity_unlinked', 'key_created', 'key_deleted',
      'password_changed', 'password_reset', 'account_deleted'))`.execute(db)
  await sql`alter table outgoing_mail add column detail text`.execute(db)
}
