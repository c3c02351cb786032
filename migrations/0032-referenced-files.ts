// Pruning asks for every stored file whether anything refers to it, and which videos of the public gateway to delete.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index media_assets_of_thumb on media_assets (thumb_address) where thumb_address is not null`.execute(db)
  await sql`
    create index media_assets_of_films on media_assets (owner_id)
      where gallery_of is null and split_part(mime_type, '/', 1) = 'video'`.execute(db)
  await sql`
    create index idempotency_records_of_file on idempotency_records (body_address) where body_address is not null`.execute(
    db,
  )
}
