// A webhook with many due deliveries kept those of others out of each look for what is due.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The deliveries of each webhook that waits for some, longest due first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index webhook_deliveries_due_of_webhook on webhook_deliveries (webhook_id, next_attempt_at, id)
     where ended_at is null`.execute(db)
}
