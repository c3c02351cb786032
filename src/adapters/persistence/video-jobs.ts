import type { Kysely } from 'kysely'
import type { VideoJobStore } from '../../application/ports/video-job-store.ts'
import type { Database } from './schema.ts'
import { movingColumns, orderColumns, toVideoJob } from './video-job-rows.ts'

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
    async page({ userId, after, limit }) {
      const own = jobs().where('user_id', '=', userId).where('state', '<>', 'submitting').where('task', 'is', null)
      const older = after === null ? own : own.where('id', '<', after)
      return (await older.orderBy('id', 'desc').limit(limit).execute()).map(toVideoJob)
    },
    async submittingSince(beforeMs, limit) {
      const old = submitting(limit).where('created_at', '<', new Date(beforeMs))
      return (await old.execute()).map(toVideoJob)
    },
    async submittingElsewhere(instance, limit) {
      return (await submitting(limit).where('instance', '<>', instance).execute()).map(toVideoJob)
    },
    async waitingSince(untilMs, limit) {
      const waiting = jobs().where('task', 'is not', null).where('state', 'in', ['queued', 'in_progress'])
      const old = waiting.where('created_at', '<=', new Date(untilMs))
      return (await old.orderBy('created_at').limit(limit).execute()).map(toVideoJob)
    },
  }
}
