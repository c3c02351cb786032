// Operators look for accounts by the beginning of an address, and read the top-ups of all accounts by state.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** In the collation "C" a beginning is a range of the index, whatever the collation of the database is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index users_by_address on users (email_folded collate "C")`.execute(db)
  await sql`create index top_ups_by_status on top_ups (status, id)`.execute(db)
}
