// Test events and redeliveries were bounded by the rate of requests alone: 13 million rows an account.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Which deliveries an owner asked for, so that those of one day can be counted. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table webhook_deliveries add column by_hand boolean not null default false`.execute(db)
  await sql`
    create index webhook_deliveries_by_hand on webhook_deliveries (webhook_id, created_at) where by_hand`.execute(db)
}
