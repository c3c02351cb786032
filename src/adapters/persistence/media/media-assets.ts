import { sql } from 'kysely'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { MediaAssetStore } from '../../../application/ports/media/media-asset-store.ts'
import type { StoredAsset } from '../../../domain/media/stored-asset.ts'
import { plainArray } from '../sql/array-literal.ts'
import type { MediaAssetsTable } from '../schema/conversation-tables.ts'
import type { Database } from '../schema/schema.ts'

type Found = Partial<Pick<Selectable<MediaAssetsTable>, 'thumb_address' | 'has_no_thumb'>>

const change = async (db: Kysely<Database>, ownerId: string, idx: number, found: Found): Promise<void> => {
  await db.updateTable('media_assets').set(found).where('owner_id', '=', ownerId).where('idx', '=', idx).execute()
}

export const kyselyMediaAssets = (db: Kysely<Database>): MediaAssetStore => ({
  async add(assets) {
    if (assets.length === 0) return
    await db
      .insertInto('media_assets')
      .values(assets.map(toRow))
      .onConflict((conflict) => conflict.columns(['owner_id', 'idx']).doNothing())
      .execute()
  },
  async find(ownerId, idx) {
    const select = db.selectFrom('media_assets').selectAll().where('owner_id', '=', ownerId)
    const row = await select.where('idx', '=', idx).executeTakeFirst()
    return row === undefined ? null : toAsset(row)
  },
  async findOfOpenAccount(ownerId, idx) {
    const row = await assetOfOpenAccount(db, ownerId, idx).executeTakeFirst()
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
  async removeOf(ownerIds) {
    if (ownerIds.length === 0) return
    const asked = sql<string>`any(${plainArray(ownerIds)}::uuid[])`
    await db.deleteFrom('media_assets').where('owner_id', '=', asked).execute()
  },
  setThumbnail: (ownerId, idx, thumbAddress) => change(db, ownerId, idx, { thumb_address: thumbAddress }),
  setNoThumbnail: (ownerId, idx) => change(db, ownerId, idx, { has_no_thumb: true }),
})

/**
 * The message that a file is part of, or the hold of the gateway operation that made it, has the file's user. Exported
 * for the test that reads its plan.
 */
export const assetOfOpenAccount = (db: Kysely<Database>, ownerId: string, idx: number) =>
  db
    .selectFrom('media_assets as asset')
    .selectAll('asset')
    .where('asset.owner_id', '=', ownerId)
    .where('asset.idx', '=', idx)
    .where(
      sql<boolean>`not exists (
        select from messages
          join conversations on conversations.id = messages.conversation_id
          join users on users.id = conversations.user_id
          where messages.id = asset.owner_id and users.deactivated_at is not null)
      and not exists (
        select from holds
          join accounts as wallet on wallet.id = holds.wallet
          join users on users.id = wallet.owner
          where holds.id = asset.owner_id and users.deactivated_at is not null)`,
    )

const toRow = (asset: StoredAsset): Insertable<MediaAssetsTable> => ({
  owner_id: asset.ownerId,
  idx: asset.idx,
  mime_type: asset.mimeType,
  width: asset.width,
  height: asset.height,
  seconds: asset.seconds,
  size_bytes: BigInt(asset.sizeBytes),
  address: asset.address,
  thumb_address: asset.thumbAddress,
  has_no_thumb: asset.hasNoThumb,
  gallery_of: asset.galleryOf,
  sent: asset.sent === true,
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
  hasNoThumb: row.has_no_thumb,
  galleryOf: row.gallery_of,
  ...(row.sent ? { sent: true } : {}),
})
