// A stranger who asks for another link voids none: an account keeps its newest links, whichever mail brought them.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table one_time_tokens drop column mail_id`.execute(db)
}
