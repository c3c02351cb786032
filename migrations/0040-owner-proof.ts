// A click on a verification link proves a mailbox, not the password before it: an account records when its owner was proven.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table users add column owner_proven_at timestamptz`.execute(db)
  // Until now a click alone verified an address, so the owner of an older account with a password is unknown.
  // An account that Google alone opens is certain: Google answered for its address.
  await sql`
    update users set owner_proven_at = created_at
     where email_verified and password_hash is null
       and exists (select from identities where user_id = users.id)
       and not exists (select from identities where user_id = users.id and provider <> 'google')`.execute(db)
  await sql`
    alter table users add constraint users_owner_is_verified
      check (owner_proven_at is null or email_verified)`.execute(db)
}
