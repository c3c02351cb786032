// Networks from which people signed in: the limit over all networks does not bind an account's own.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table known_networks (
      user_id uuid not null references users (id),
      network text not null,
      seen_at timestamptz not null,
      primary key (user_id, network)
    )`.execute(db)
}
