// When a pending top-up was last asked about, so that a lost notification loses no money and no instance asks twice.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table top_ups add column checked_at timestamptz`.execute(db)
  await sql`create index top_ups_pending on top_ups (provider, checked_at) where status = 'pending'`.execute(db)
}
