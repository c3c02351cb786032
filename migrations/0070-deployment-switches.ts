// Operators took a provider out of the offer by editing the catalogue. A switch is quicker, holds for every instance, and
// survives a restart.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // A row for each thing that is off: a provider, or one of its models.
  await sql`
    create table deployment_switches (
      name text primary key,
      provider text not null,
      upstream_model text,
      since timestamptz not null,
      reason text
    )`.execute(db)
}
