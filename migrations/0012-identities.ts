// Who a user is at a social provider: the provider's own name of the person, never their address.
import { type Kysely, sql } from 'kysely'

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
