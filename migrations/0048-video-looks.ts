// When a provider was last polled about a video because its user asked, so that no user causes polls too often.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table video_jobs add column looked_at timestamptz`.execute(db)
}
