// When a vendor was last asked about a film because its user asked, so that no user makes us ask too often.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table video_jobs add column looked_at timestamptz`.execute(db)
}
