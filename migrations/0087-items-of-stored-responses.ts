// A continuation reads the items of a chain and nothing else of its responses, and clients name items by a provider's ids.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Of a row that was stored before, `sealed` holds the whole exchange, and its chain was counted so. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table stored_responses add column sealed_frame bytea, add column item_ids text[]`.execute(db)
  // Sealed bytes do not compress.
  await sql`alter table stored_responses alter column sealed_frame set storage external`.execute(db)
  await sql`
    create index stored_responses_item_ids on stored_responses using gin (item_ids)
     where item_ids is not null`.execute(db)
}
