import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { MediaReferences } from '../../../application/ports/media/media-references.ts'
import type { ContentAddress } from '../../../domain/media/asset.ts'
import { plainArray } from '../sql/array-literal.ts'
import type { Database } from '../schema/schema.ts'

/** Whether the file `asset` is that of a video of the public gateway past its time: the video's id owns its file. */
const ofExpiredVideo = (atMs: number) => sql<boolean>`
  exists (select from video_jobs as job
           where job.id = asset.owner_id and job.expires_at <= ${new Date(atMs)}
             and not exists (select from messages where messages.id = job.id))`

/** Exported, as the next, for the test that reads its plan. */
export const referredAddresses = (db: Kysely<Database>, addresses: readonly ContentAddress[], atMs: number) => {
  const asked = sql<string>`any(${plainArray(addresses)}::text[])`
  const files = db
    .selectFrom('media_assets as asset')
    .select('asset.address')
    .where('asset.address', '=', asked)
    .where(({ not }) => not(ofExpiredVideo(atMs)))
  const thumbs = db
    .selectFrom('media_assets')
    .select(sql<string>`thumb_address`.as('address'))
    .where('thumb_address', '=', asked)
  const answers = db
    .selectFrom('idempotency_records')
    .select(sql<string>`body_address`.as('address'))
    .where('body_address', '=', asked)
  return files.union(thumbs).union(answers)
}

export const filesOfExpiredVideos = (db: Kysely<Database>, atMs: number, limit: number) =>
  db
    .selectFrom('media_assets as asset')
    .select('asset.owner_id')
    .where('asset.gallery_of', 'is', null)
    .where(sql<string>`split_part(asset.mime_type, '/', 1)`, '=', 'video')
    .where(ofExpiredVideo(atMs))
    .limit(limit)

export const kyselyMediaReferences = (db: Kysely<Database>): MediaReferences => ({
  async referredTo(addresses, atMs) {
    if (addresses.length === 0) return new Set()
    const rows = await referredAddresses(db, addresses, atMs).execute()
    return new Set(rows.map(({ address }) => address))
  },
  async removeExpiredVideos(atMs, limit) {
    const expired = filesOfExpiredVideos(db, atMs, limit)
    const { numDeletedRows } = await db.deleteFrom('media_assets').where('owner_id', 'in', expired).executeTakeFirst()
    return Number(numDeletedRows)
  },
})
