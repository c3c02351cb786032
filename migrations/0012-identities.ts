// Who a user is at a social provider: the provider's own id of the person, never the e-mail address.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table identities (
      provider text not null,
      subject text not null,
      user_id uuid not null references users (id),
      created_at timestamptz not null,
      primary key (provider, subject)
    )`.execute(db)
  await sql`create index identities_of_user on identities (user_id)`.execute(db)
}
