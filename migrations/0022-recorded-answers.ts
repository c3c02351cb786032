// An answer is more than its body: the headers of the first time, and a place outside the row for bodies that are large.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table idempotency_records add column headers jsonb`.execute(db)
  await sql`alter table idempotency_records add column body_address text check (body_address ~ '^[0-9a-f]{64}$')`.execute(
    db,
  )
}
