import { CLAIM_MS } from '../../../src/application/ports/providers/video-job-store.ts'
import type { VideoJobStore } from '../../../src/application/ports/providers/video-job-store.ts'
import { POLL_INTERVAL_MS } from '../../../src/domain/limits/poll-interval.ts'
import type { VideoJob } from '../../../src/domain/video/video-job.ts'

export const memoryVideoJobs = (jobs: Map<string, VideoJob> = new Map()): VideoJobStore => {
  const claimedAtMs = new Map<string, number>()
  const lookedAtMs = new Map<string, number>()
  const submitting = (keep: (job: VideoJob) => boolean, limit: number): readonly VideoJob[] =>
    [...jobs.values()]
      .filter((job) => job.state.tag === 'submitting' && keep(job))
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
      .slice(0, limit)
  const nextStale = (madeUntilMs: number, nowMs: number): VideoJob | undefined =>
    [...jobs.values()]
      .filter(({ message, state }) => message !== null && (state.tag === 'queued' || state.tag === 'in_progress'))
      .filter(({ createdAtMs }) => createdAtMs <= madeUntilMs)
      .filter(({ id }) => Math.abs(nowMs - (claimedAtMs.get(id) ?? -Infinity)) >= CLAIM_MS)
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs)[0]
  return {
    async add(job) {
      if (jobs.has(job.id)) throw new Error(`video job ${job.id} is there already`)
      jobs.set(job.id, job)
    },
    find: async (id) => jobs.get(id) ?? null,
    lock: async (id) => jobs.get(id) ?? null,
    async save(job) {
      const known = jobs.get(job.id)
      if (known === undefined) throw new Error(`video job ${job.id} is gone`)
      if (known.state.tag === 'completed' || known.state.tag === 'failed') throw new Error('it had come to its end')
      const { upstream, attempts, state } = job
      jobs.set(job.id, { ...known, upstream, attempts, state })
    },
    async remove(id) {
      if (jobs.get(id)?.state.tag === 'submitting') jobs.delete(id)
    },
    page: async ({ userId, order, after, limit }) =>
      [...jobs.values()]
        .filter((job) => job.userId === userId && job.message === null && job.state.tag !== 'submitting')
        .filter(({ id }) => after === null || (order === 'newest_first' ? id < after : id > after))
        .toSorted((a, b) => (a.id < b.id === (order === 'newest_first') ? 1 : -1))
        .slice(0, limit),
    submittingSince: async (beforeMs, limit) => submitting(({ createdAtMs }) => createdAtMs < beforeMs, limit),
    submittingOnOtherInstances: async (instance, limit) => submitting((job) => job.instance !== instance, limit),
    claimPoll: async (id, nowMs) => {
      const state = jobs.get(id)?.state.tag
      const agoMs = nowMs - (lookedAtMs.get(id) ?? -Infinity)
      const isClaimed =
        (state === 'queued' || state === 'in_progress') && (agoMs >= POLL_INTERVAL_MS || agoMs < -POLL_INTERVAL_MS)
      if (isClaimed) lookedAtMs.set(id, nowMs)
      return isClaimed
    },
    claimStale: async (madeUntilMs, nowMs) => {
      const oldest = nextStale(madeUntilMs, nowMs)
      if (oldest !== undefined) claimedAtMs.set(oldest.id, nowMs)
      return oldest ?? null
    },
    staleSince: async (madeUntilMs, nowMs) => {
      const oldest = nextStale(madeUntilMs, nowMs)
      if (oldest === undefined) return null
      const overMs = oldest.createdAtMs + nowMs - madeUntilMs
      const claimedMs = claimedAtMs.get(oldest.id) ?? -Infinity
      return claimedMs > nowMs ? overMs : Math.max(overMs, claimedMs + CLAIM_MS)
    },
  }
}
