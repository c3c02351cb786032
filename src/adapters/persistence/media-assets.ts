import type { Kysely, Selectable } from 'kysely'
import type { MediaAssetStore } from '../../application/ports/media-asset-store.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import type { MediaAssetsTable } from './conversation-tables.ts'
import type { Database } from './schema.ts'

export const kyselyMediaAssets = (db: Kysely<Database>): MediaAssetStore => ({
  async add(assets) {
    if (assets.length === 0) return
    await db
      .insertInto('media_assets')
      .values(
        assets.map(
          ({ ownerId, idx, mimeType, width, height, seconds, sizeBytes, address, thumbAddress, galleryOf }) => ({
            owner_id: ownerId,
            idx,
            mime_type: mimeType,
            width,
            height,
            seconds,
            size_bytes: BigInt(sizeBytes),
            address,
            thumb_address: thumbAddress,
            gallery_of: galleryOf,
          }),
        ),
      )
      .onConflict((conflict) => conflict.columns(['owner_id', 'idx']).doNothing())
      .execute()
  },
  async find(ownerId, idx) {
    const select = db.selectFrom('media_assets').selectAll().where('owner_id', '=', ownerId)
    const row = await select.where('idx', '=', idx).executeTakeFirst()
    return row === undefined ? null : toAsset(row)
  },
  async listOf(ownerId) {
    const rows = await db
      .selectFrom('media_assets')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('idx')
      .execute()
    return rows.map(toAsset)
  },
  async listOfAll(ownerIds) {
    if (ownerIds.length === 0) return new Map()
    const select = db.selectFrom('media_assets').selectAll().where('owner_id', 'in', ownerIds)
    const rows = await select.orderBy('owner_id').orderBy('idx').execute()
    return Map.groupBy(rows.map(toAsset), ({ ownerId }) => ownerId)
  },
  async rememberThumb(ownerId, idx, thumbAddress) {
    await db
      .updateTable('media_assets')
      .set({ thumb_address: thumbAddress })
      .where('owner_id', '=', ownerId)
      .where('idx', '=', idx)
      .execute()
  },
})

export const toAsset = (row: Selectable<MediaAssetsTable>): StoredAsset => ({
  ownerId: row.owner_id,
  idx: row.idx,
  mimeType: row.mime_type,
  width: row.width,
  height: row.height,
  seconds: row.seconds,
  sizeBytes: Number(row.size_bytes),
  address: row.address,
  thumbAddress: row.thumb_address,
  galleryOf: row.gallery_of,
})
