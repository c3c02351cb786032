// A call that was refused for the old limit of a key says nothing of a limit that was raised since.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The limit for which calls of the key were refused. Null in a row of an earlier release. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table usage_touched add column refused_limit bigint`.execute(db)
}
