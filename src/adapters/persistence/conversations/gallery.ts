import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { GalleryLog, GalleryQuery } from '../../../application/ports/conversations/gallery-log.ts'
import { toAsset } from '../media/media-assets.ts'
import type { Database } from '../schema/schema.ts'

/** Exported for the test that reads its plan. */
export const galleryPage = (db: Kysely<Database>, { userId, kind, source, before, limit }: GalleryQuery) => {
  let assets = db.selectFrom('media_assets as asset').where('asset.gallery_of', '=', userId)
  if (kind !== null) assets = assets.where(sql<string>`split_part(asset.mime_type, '/', 1)`, '=', kind)
  if (source !== null) assets = assets.where('asset.sent', '=', source === 'sent')
  if (before !== null) assets = assets.where('asset.position', '<', before)
  return assets
    .innerJoin('messages as message', 'message.id', 'asset.owner_id')
    .leftJoin('messages as question', 'question.id', 'message.reply_to')
    .selectAll('asset')
    .select(['message.conversation_id', 'message.created_at as made_at'])
    .select(({ fn }) => fn.coalesce('question.content', 'message.content').as('prompt'))
    .orderBy('asset.position', 'desc')
    .limit(limit)
}

export const kyselyGallery = (db: Kysely<Database>): GalleryLog => ({
  async page(query) {
    const rows = await galleryPage(db, query).execute()
    return rows.map((row) => ({
      asset: toAsset(row),
      conversationId: row.conversation_id,
      source: row.sent ? 'sent' : 'generated',
      prompt: row.prompt,
      createdAtMs: row.made_at.getTime(),
      position: row.position,
    }))
  },
})
