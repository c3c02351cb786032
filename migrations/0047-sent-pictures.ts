// Galleries also show what their user sent into conversations, and can list each kind of source separately.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table media_assets add column sent boolean not null default false`.execute(db)
  await sql`
    update media_assets as asset set gallery_of = conversation.user_id, sent = true
      from messages as message join conversations as conversation on conversation.id = message.conversation_id
     where message.id = asset.owner_id and message.role = 'user' and asset.gallery_of is null`.execute(db)
  await sql`
    create index media_assets_gallery_by_source on media_assets (gallery_of, sent, position)
      where gallery_of is not null`.execute(db)
  await sql`
    create index media_assets_gallery_by_source_of_kind
      on media_assets (gallery_of, sent, split_part(mime_type, '/', 1), position)
      where gallery_of is not null`.execute(db)
}
