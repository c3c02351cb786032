// A refund has an id of its own, and beside it the id that its caller gave it: that one may be the id of anything else, and
// in the ledger a refund under the id of a transfer could not be written once its provider had paid.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table top_up_refunds add column request_id uuid`.execute(db)
  await sql`create unique index top_up_refunds_request on top_up_refunds (request_id)`.execute(db)
}
