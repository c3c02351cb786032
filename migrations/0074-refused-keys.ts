// A key whose calls are refused for its limit has rarely spent all of it, so its owner had no notice.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Set where calls of the key were refused for its limit; the end is that of the period in which they were. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table usage_touched add column refused boolean not null default false,
      add column refused_period_ends_at timestamptz`.execute(db)
}
