// Many small values take far more memory than their bytes, so a chain is bounded by both, as a request is.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table stored_responses
      add column chain_values integer not null default 0 check (chain_values >= 0)`.execute(db)
}
