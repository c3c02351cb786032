import { isLeft, right } from 'fp-ts/lib/Either.js'
import { advance } from '../../../domain/video/advance-video-job.ts'
import type { VideoPollResult, VideoTerms, VideoTime } from '../../../domain/video/advance-video-job.ts'
import { billedVideoSeconds } from '../../../domain/pricing/video-price.ts'
import { isExpired, isOver, shouldPoll } from '../../../domain/video/video-job.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import { rotatingMap } from '../../../domain/rotating-map.ts'
import { MINUTE_MS } from '../../../domain/time-units.ts'
import { concurrencyLimiter } from '../../load/concurrency-limiter.ts'
import { MAX_ANSWER_BYTES, memoryBudget } from '../../load/memory-budget.ts'
import type { MemoryBudget } from '../../load/memory-budget.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { MessageStore } from '../../ports/conversations/message-store.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { VideoPoll, VideoProvider } from '../../ports/providers/video-provider.ts'
import { sharedWork } from '../../shared-work.ts'
import { fetchVideoFile } from './fetch-video-file.ts'
import type { VideoFile } from './fetch-video-file.ts'
import { endVideoHold } from './video-hold.ts'

interface RefreshVideoDeps {
  readonly unitOfWork: UnitOfWork
  /** By provider id. */
  readonly providers: ReadonlyMap<string, VideoProvider>
  readonly media: Pick<MediaStore, 'put'>
  readonly clock: Clock
  /** Says when a job is given up. It follows no clock that is ahead for a moment. */
  readonly settledClock: Clock
  readonly terms: VideoTerms
}

/**
 * Videos that one process takes in of a provider at a time. Others stay unfinished until a later poll, and none waits.
 */
const MAX_DOWNLOADS = 32

/**
 * What the answers about jobs hold in memory together. Most are short; some providers put the video inside. Each
 * provider has its share.
 */
const MAX_BYTES_OF_ANSWERS = 2 * MAX_ANSWER_BYTES

/**
 * How long a video is left where it is whose taking in threw: a store without room would have each poll of a client
 * download hundreds of megabytes again.
 */
const PAUSE_MS = MINUTE_MS
/** The videos of which that is known. */
const MAX_PAUSED = 10_000

const timeOf = ({ clock, settledClock }: RefreshVideoDeps): VideoTime => ({
  nowMs: clock.now(),
  settledMs: settledClock.now(),
})

type Places = ReturnType<typeof concurrencyLimiter>

interface WorkingDeps extends RefreshVideoDeps {
  readonly placesAt: (provider: string) => Places
  readonly answers: MemoryBudget
  readonly pauses: ReturnType<typeof pausesAfterFailures>
}

/** The videos whose taking in threw a moment ago. */
const pausesAfterFailures = ({ settledClock }: RefreshVideoDeps) => {
  const failedAt = rotatingMap<number>(MAX_PAUSED)
  return {
    /** At the end of its life a video of a message is tried once more, whatever was before. */
    has: (job: VideoJob): boolean => {
      const nowMs = settledClock.now()
      failedAt.rotate(nowMs, PAUSE_MS)
      const atMs = failedAt.get(job.id)
      return atMs !== undefined && nowMs < atMs + PAUSE_MS && !isExpired(job, nowMs)
    },
    after: async <A>({ id }: VideoJob, work: () => Promise<A>): Promise<A> => {
      try {
        return await work()
      } catch (error) {
        failedAt.set(id, settledClock.now())
        throw error
      }
    },
  }
}

/** A provider whose downloads do not end takes the places of its own videos alone. */
const placesByProvider = () => {
  const places = new Map<string, Places>()
  return (provider: string): Places => {
    const known = places.get(provider) ?? concurrencyLimiter({ maxConcurrent: MAX_DOWNLOADS, maxQueued: 0 })
    places.set(provider, known)
    return known
  }
}

const NOTHING = { pollResult: { tag: 'nothing' }, video: null } as const

interface PolledVideo {
  readonly pollResult: VideoPollResult
  readonly video: VideoFile | null
}

/**
 * Polls the provider, and stores the video when there is one. A video that we could not fetch is not finished yet, so
 * that no user pays for a video that cannot be delivered.
 */
const learn = async (deps: WorkingDeps, job: VideoJob): Promise<PolledVideo> => {
  const provider = deps.providers.get(job.upstream?.deployment.provider ?? '')
  if (provider === undefined || job.upstream === null || deps.pauses.has(job)) return NOTHING
  const { deployment, jobId: upstreamJobId } = job.upstream
  const ask = async <A>(question: (poll: VideoPoll) => Promise<A>): Promise<A> => {
    const memory = deps.answers.open(deployment.provider)
    try {
      return await question({ deployment, upstreamJobId, memory })
    } finally {
      memory.release()
    }
  }
  const polled = await ask((poll) => provider.poll(poll))
  if (isLeft(polled)) return NOTHING
  const status = polled.right
  switch (status.tag) {
    case 'running':
      return { pollResult: status, video: null }
    case 'failed':
      return { pollResult: { tag: 'failed', error: { code: status.code, message: status.message } }, video: null }
    case 'finished': {
      const inPlace = deps.placesAt(deployment.provider)
      const take = () => ask((poll) => fetchVideoFile(deps.media, provider, poll, status.source))
      const fetched = await deps.pauses.after(job, () => inPlace(take))
      if (isLeft(fetched) || fetched.right === null) return NOTHING
      const video = fetched.right
      const seconds = billedVideoSeconds({ reported: status.seconds, measured: video.seconds, asked: job.seconds })
      return { pollResult: { tag: 'finished', seconds }, video }
    }
  }
}

type Messages = Pick<MessageStore, 'find' | 'end'>

/** Whether a video has a place where it is shown: the conversation that it was ordered in may be deleted. */
const isShown = async (messages: Messages, { id, message }: VideoJob): Promise<boolean> =>
  message === null || (await messages.find(message.conversationId, id)) !== null

/** The message of a video ends with its job. */
const endMessage = async (messages: Messages, { id, message, state }: VideoJob): Promise<void> => {
  if (message === null) return
  if (state.tag === 'completed') await messages.end(id, { tag: 'done', chargedMicro: state.priceMicro })
  if (state.tag === 'failed') await messages.end(id, { tag: 'failed', error: state.error })
}

/** The transition, its messages and its money commit together; a second commit sees what the first one wrote. */
const commit = async (deps: RefreshVideoDeps, job: VideoJob, { pollResult, video }: PolledVideo): Promise<VideoJob> => {
  const committed = await deps.unitOfWork.transact(async ({ videoJobs, messages, mediaAssets, ledger }) => {
    const current = await videoJobs.lock(job.id)
    // It was taken back: its submission failed after all.
    if (current === null) return right(job)
    const next = advance(current, pollResult, timeOf(deps), deps.terms)
    if (next.job === current) return right(current)
    await videoJobs.save(next.job)
    const shown = await isShown(messages, next.job)
    if (shown) await endMessage(messages, next.job)
    if (shown && next.job.state.tag === 'completed' && video !== null) {
      const { seconds } = next.job.state
      const galleryOf = job.message === null ? null : job.userId
      const place = { ownerId: job.id, idx: 0, galleryOf } as const
      await mediaAssets.add([{ ...video, ...place, seconds, thumbAddress: null, hasNoThumb: false }])
    }
    await endVideoHold(ledger, next.job, next.money)
    return right(next.job)
  })
  return isLeft(committed) ? job : committed.right
}

const advanceOnce = async (deps: WorkingDeps, job: VideoJob): Promise<VideoJob> => {
  const polled: PolledVideo = shouldPoll(job, deps.settledClock.now()) ? await learn(deps, job) : NOTHING
  const { job: next } = advance(job, polled.pollResult, timeOf(deps), deps.terms)
  return next === job ? job : commit(deps, job, polled)
}

/** Brings a job to where it stands now and answers it. */
export type RefreshVideo = (job: VideoJob) => Promise<VideoJob>

/**
 * The one function that changes a job, for every reader of it: it polls the provider outside of any transaction, and a
 * poll without a result changes nothing. Callers of one process at the same time share one poll.
 */
export const refreshVideo = (given: RefreshVideoDeps): RefreshVideo => {
  const deps = {
    ...given,
    placesAt: placesByProvider(),
    answers: memoryBudget(MAX_BYTES_OF_ANSWERS, MAX_ANSWER_BYTES),
    pauses: pausesAfterFailures(given),
  }
  const shared = sharedWork<VideoJob>()
  return async (job) => (isOver(job) ? job : shared(job.id, () => advanceOnce(deps, job)))
}
