// A key that was made and deleted leaves a row that receipts refer to: 200,000 a day for one account.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The keys that a user made lately, deleted or not, so that they can be counted. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index api_keys_made_by_user on api_keys (user_id, created_at)`.execute(db)
}
