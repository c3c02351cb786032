// A link that another client requests voids no earlier one: an account keeps its newest links.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table one_time_tokens drop column mail_id`.execute(db)
}
