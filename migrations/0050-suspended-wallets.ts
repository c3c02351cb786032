// A wallet with a write-off, a part of a price that the operator paid, takes no paid call until money comes in.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table accounts add column suspended boolean not null default false`.execute(db)
}
