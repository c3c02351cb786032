import { POLL_INTERVAL_MS } from '../../../src/domain/limits/poll-interval.ts'
import { expect } from 'chai'
import { kyselyVideoJobs } from '../../../src/adapters/persistence/videos/video-jobs.ts'
import { CLAIM_MS } from '../../../src/application/ports/providers/video-job-store.ts'
import type { VideoJobStore } from '../../../src/application/ports/providers/video-job-store.ts'
import type { VideoJob, VideoState } from '../../../src/domain/video/video-job.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { videoJob } from '../../support/media/video-jobs.ts'
import { memoryVideoJobs } from '../../twins/providers/video-jobs.ts'
import { addUser, rejects, testId } from '../billing/billing-stores.ts'

interface World {
  readonly store: VideoJobStore
  readonly newOwner: () => Promise<Pick<VideoJob, 'userId' | 'walletId'>>
}

const ownerIn = async (database: TestDatabase): Promise<Pick<VideoJob, 'userId' | 'walletId'>> => {
  const [userId, walletId] = [await addUser(database), testId()]
  await database.db
    .insertInto('accounts')
    .values({ id: walletId, kind: 'user', owner: userId, currency: 'RUB' })
    .execute()
  return { userId, walletId }
}

const upstream = {
  deployment: { provider: 'sandbox', upstreamModel: 'video', parameters: { depth: { a: [1, null] } } },
  jobId: 'up-1',
}
const COMPLETED: VideoState = {
  tag: 'completed',
  completedAtMs: 1_700_000_000_123,
  expiresAtMs: 1_700_000_100_456,
  seconds: 4.25,
  priceMicro: 21_250_000n,
}

const suite = (world: () => World): void => {
  const ordered = async (given: Partial<VideoJob> = {}): Promise<VideoJob> => {
    const job = videoJob({ id: testId(), ...(await world().newOwner()), ...given })
    await world().store.add(job)
    return job
  }

  it('gives back what was ordered, and where it stands after every move', async () => {
    const { store } = world()
    const submitting = await ordered({ state: { tag: 'submitting' }, upstream: null, size: '1280x720', audio: true })
    expect(await store.find(submitting.id)).to.deep.equal(submitting)
    const attempts = [{ provider: 'a', upstreamModel: 'b', outcome: 'answered', upstreamRequestId: 'r' } as const]
    for (const state of [{ tag: 'queued' }, { tag: 'in_progress' }, COMPLETED] as const) {
      const moved: VideoJob = { ...submitting, upstream, attempts, state }
      await store.save({ ...moved, prompt: 'another' })
      expect(await store.lock(submitting.id)).to.deep.equal(moved)
    }
    expect(await store.find(testId())).to.equal(null)
    expect(await store.lock(testId())).to.equal(null)
    expect(await rejects(store.save(videoJob({ id: testId() })))).to.equal(true)
  })

  it('never moves a job that has come to its end', async () => {
    const { store } = world()
    const error = { code: 'video_expired', message: 'too late' }
    const job = await ordered({ state: { tag: 'in_progress' } })
    await store.save({ ...job, state: { tag: 'failed', error, progress: 50 } })
    expect((await store.find(job.id))?.state).to.deep.equal({ tag: 'failed', error, progress: 50 })
    expect(await rejects(store.save({ ...job, state: COMPLETED }))).to.equal(true)
    await store.remove(job.id)
    expect(await store.find(job.id)).not.to.equal(null)
  })

  it('takes an id once, and removes only what is being submitted', async () => {
    const { store } = world()
    const job = await ordered({ state: { tag: 'submitting' }, upstream: null })
    expect(await rejects(store.add(job))).to.equal(true)
    await store.remove(job.id)
    expect(await store.find(job.id)).to.equal(null)
  })

  it("pages one user's jobs from the newest, without those that are being submitted", async () => {
    const { store } = world()
    const owner = await world().newOwner()
    const jobs: VideoJob[] = []
    for (const tag of ['queued', 'submitting', 'in_progress', 'queued'] as const) {
      const state = { state: { tag }, upstream: tag === 'submitting' ? null : upstream }
      const job = videoJob({ id: testId(), ...owner, ...state })
      await store.add(job)
      jobs.push(job)
    }
    await ordered()
    const newest = [jobs[3]?.id, jobs[2]?.id, jobs[0]?.id]
    const ids = async (
      after: string | null,
      limit: number,
      order: 'newest_first' | 'oldest_first' = 'newest_first',
    ): Promise<readonly string[]> =>
      (await store.page({ userId: owner.userId, order, after, limit })).map(({ id }) => id)
    expect(await ids(null, 10)).to.deep.equal(newest)
    expect(await ids(null, 2)).to.deep.equal(newest.slice(0, 2))
    expect(await ids(newest[1] ?? null, 2)).to.deep.equal(newest.slice(2))
    expect(await ids(null, 2, 'oldest_first')).to.deep.equal(newest.toReversed().slice(0, 2))
    expect(await ids(newest[1] ?? null, 2, 'oldest_first')).to.deep.equal([newest[0]])
  })

  it('keeps the videos of messages apart: they are in no page, and claimed by one worker, the oldest first', async () => {
    const { store } = world()
    const owner = await world().newOwner()
    const message = { conversationId: testId(), task: 'film' }
    const order = { ...owner, message, price: { tag: 'fixed', micro: 20_000_000n }, tariffVersion: null } as const
    const [first, second] = [
      await ordered({ ...order, upstream, createdAtMs: 1_000 }),
      await ordered({ ...order, upstream, createdAtMs: 2_000, state: { tag: 'in_progress' } }),
    ]
    expect(await store.find(first.id)).to.deep.equal(first)
    await ordered({ ...order, upstream: null, state: { tag: 'submitting' }, createdAtMs: 1_000 })
    await ordered({ ...order, upstream, state: COMPLETED, createdAtMs: 1_000 })
    await ordered({ ...owner, upstream, createdAtMs: 1_000, state: COMPLETED })
    const since = (madeUntilMs: number, nowMs: number) => store.staleSince(madeUntilMs, nowMs)
    expect([await since(999, 10_000), await since(2_000, 10_000)]).to.deep.equal([null, 9_000])
    const claim = async (madeUntilMs: number, nowMs: number) => (await store.claimStale(madeUntilMs, nowMs))?.id
    expect(await claim(999, 10_000)).to.equal(undefined)
    expect(await claim(2_000, 10_000)).to.equal(first.id)
    expect(await claim(1_000, 10_001)).to.equal(undefined)
    expect(await claim(2_000, 10_001)).to.equal(second.id)
    expect(await claim(2_000, 9_999 + CLAIM_MS)).to.equal(undefined)
    expect([await since(2_000, 9_999 + CLAIM_MS), await since(2_000, 15_000 + CLAIM_MS)]).to.deep.equal([
      null,
      14_000 + CLAIM_MS,
    ])
    expect(await claim(2_000, 10_000 + CLAIM_MS)).to.equal(first.id)
    const ahead = 10_001 + 3 * CLAIM_MS
    expect(await claim(1_000, ahead)).to.equal(first.id)
    expect(await since(1_000, 10_000 + CLAIM_MS), 'the claim before was in the future').to.equal(10_000 + CLAIM_MS)
    expect(await claim(1_000, 10_000 + CLAIM_MS)).to.equal(first.id)
    expect(
      (await store.page({ userId: owner.userId, order: 'newest_first', after: null, limit: 100 })).map(
        (job) => job.message,
      ),
    ).to.deep.equal([null])
  })

  it('lets one of many look at a job that runs, and again after a pause', async () => {
    const { store } = world()
    const job = await ordered({})
    const looks = await Promise.all(Array.from({ length: 10 }, () => store.claimPoll(job.id, 1_000_000)))
    expect(looks.filter(Boolean)).to.have.lengthOf(1)
    expect(await store.claimPoll(job.id, 1_000_000 + POLL_INTERVAL_MS - 1)).to.equal(false)
    expect(await store.claimPoll(job.id, 1_000_000 + POLL_INTERVAL_MS)).to.equal(true)
    expect(await store.claimPoll(job.id, 500_000), 'the look before was in the future').to.equal(true)
    await store.save({ ...job, state: COMPLETED })
    expect(await store.claimPoll(job.id, 9_000_000)).to.equal(false)
  })

  it('finds submissions that no process will end', async () => {
    const { store } = world()
    const instance = testId()
    const state = { state: { tag: 'submitting' }, upstream: null } as const
    const old = await ordered({ ...state, createdAtMs: 1_000, instance })
    const young = await ordered({ ...state, createdAtMs: 2_000, instance: 'dead' })
    await ordered({ createdAtMs: 1_000 })
    const mine = (jobs: readonly VideoJob[]): readonly string[] =>
      jobs.map(({ id }) => id).filter((id) => id === old.id || id === young.id)
    expect(mine(await store.submittingSince(2_000, 100))).to.deep.equal([old.id])
    expect(mine(await store.submittingSince(2_001, 100))).to.deep.equal([old.id, young.id])
    expect(mine(await store.submittingOnOtherInstances(instance, 100))).to.deep.equal([young.id])
    expect(await store.submittingSince(2_001, 1)).to.have.lengthOf(1)
  })
}

describe('video job store contract in memory', () => {
  const store = memoryVideoJobs()
  suite(() => ({ store, newOwner: async () => ({ userId: testId(), walletId: testId() }) }))
})

describeOnDatabases('video job store contract', (database) => {
  suite(() => ({ store: kyselyVideoJobs(database().db), newOwner: () => ownerIn(database()) }))
})
