// A conversation can be deleted. For each message that goes, the database looks for the messages that answer it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index messages_by_question on messages (reply_to) where reply_to is not null`.execute(db)
}
