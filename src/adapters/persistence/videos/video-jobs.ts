import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { CLAIM_MS } from '../../../application/ports/providers/video-job-store.ts'
import type { VideoJobStore, VideoPageQuery } from '../../../application/ports/providers/video-job-store.ts'
import { POLL_INTERVAL_MS } from '../../../domain/limits/poll-interval.ts'
import type { Database } from '../schema/schema.ts'
import { movingColumns, orderColumns, toVideoJob } from './video-job-rows.ts'

/** Exported, as the next, for the test that reads its plan. */
export const publicVideos = (db: Kysely<Database>, { userId, order, after, limit }: VideoPageQuery) => {
  const all = db.selectFrom('video_jobs').selectAll().where('user_id', '=', userId)
  const shown = all.where('state', '<>', 'submitting').where('task', 'is', null)
  const [behind, direction] = order === 'newest_first' ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const rest = after === null ? shown : shown.where('id', behind, after)
  return rest.orderBy('id', direction).limit(limit)
}

/** Jobs of messages whose life is over and that no process asks about. */
const waitingJobs = (db: Kysely<Database>, madeUntilMs: number, nowMs: number) => {
  const waiting = db.selectFrom('video_jobs').where('task', 'is not', null)
  const old = waiting.where('state', 'in', ['queued', 'in_progress']).where('created_at', '<=', new Date(madeUntilMs))
  // A claim in the future was made by a clock that was wrong.
  const free = old.where((is) =>
    is.or([
      is('claimed_at', 'is', null),
      is('claimed_at', '<=', new Date(nowMs - CLAIM_MS)),
      is('claimed_at', '>', new Date(nowMs + CLAIM_MS)),
    ]),
  )
  return free.orderBy('created_at').limit(1)
}

export const nextWaiting = (db: Kysely<Database>, madeUntilMs: number, nowMs: number) =>
  waitingJobs(db, madeUntilMs, nowMs).select('id').forUpdate().skipLocked()

export const kyselyVideoJobs = (db: Kysely<Database>): VideoJobStore => {
  const jobs = () => db.selectFrom('video_jobs').selectAll()
  const submitting = (limit: number) => jobs().where('state', '=', 'submitting').orderBy('created_at').limit(limit)
  return {
    async add(job) {
      await db
        .insertInto('video_jobs')
        .values({ ...orderColumns(job), ...movingColumns(job) })
        .execute()
    },
    async find(id) {
      const row = await jobs().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toVideoJob(row)
    },
    async lock(id) {
      const row = await jobs().where('id', '=', id).forUpdate().executeTakeFirst()
      return row === undefined ? null : toVideoJob(row)
    },
    async save(job) {
      const saved = await db
        .updateTable('video_jobs')
        .set(movingColumns(job))
        .where('id', '=', job.id)
        .executeTakeFirst()
      if (saved.numUpdatedRows !== 1n) throw new Error(`video job ${job.id} is gone`)
    },
    async remove(id) {
      await db.deleteFrom('video_jobs').where('id', '=', id).where('state', '=', 'submitting').execute()
    },
    page: async (page) => (await publicVideos(db, page).execute()).map(toVideoJob),
    async submittingSince(beforeMs, limit) {
      const old = submitting(limit).where('created_at', '<', new Date(beforeMs))
      return (await old.execute()).map(toVideoJob)
    },
    async submittingOnOtherInstances(instance, limit) {
      return (await submitting(limit).where('instance', '<>', instance).execute()).map(toVideoJob)
    },
    async claimPoll(id, nowMs) {
      // One in the future was written by a clock that was wrong.
      const [pauseAgo, ahead] = [-POLL_INTERVAL_MS, POLL_INTERVAL_MS].map((ms) => new Date(nowMs + ms))
      const claimed = await db
        .updateTable('video_jobs')
        .set({ looked_at: new Date(nowMs) })
        .where('id', '=', id)
        .where('state', 'in', ['queued', 'in_progress'])
        .where(sql<boolean>`(looked_at is null or looked_at <= ${pauseAgo} or looked_at > ${ahead})`)
        .executeTakeFirst()
      return claimed.numUpdatedRows === 1n
    },
    async claimStale(madeUntilMs, nowMs) {
      const row = await db
        .updateTable('video_jobs')
        .set({ claimed_at: new Date(nowMs) })
        .where('id', '=', nextWaiting(db, madeUntilMs, nowMs))
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? null : toVideoJob(row)
    },
    async staleSince(madeUntilMs, nowMs) {
      const waiting = waitingJobs(db, madeUntilMs, nowMs).select(['created_at', 'claimed_at'])
      const row = await waiting.executeTakeFirst()
      if (row === undefined) return null
      const overMs = row.created_at.getTime() + nowMs - madeUntilMs
      const claimedMs = row.claimed_at?.getTime() ?? -Infinity
      return claimedMs > nowMs ? overMs : Math.max(overMs, claimedMs + CLAIM_MS)
    },
  }
}
