import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { advance, type VideoNews, type VideoTerms } from '../../domain/video/advance.ts'
import { billedSeconds } from '../../domain/video/price.ts'
import { parseVideoId } from '../../domain/video/video-id.ts'
import { isExpired, type VideoJob } from '../../domain/video/video-job.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import type { VideoPoll, VideoProvider } from '../ports/video-provider.ts'
import { type Film, fetchFilm } from './fetch-film.ts'
import { endHold } from './video-money.ts'

export interface ReadVideoDeps {
  readonly unitOfWork: UnitOfWork
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  /** By provider id. */
  readonly providers: ReadonlyMap<string, VideoProvider>
  readonly media: Pick<MediaStore, 'put'>
  readonly clock: Clock
  readonly terms: VideoTerms
}

/** Unknown, foreign and misspelt ids look the same. */
export interface VideoNotFound {
  readonly tag: 'video_not_found'
}

export const VIDEO_NOT_FOUND = left<VideoNotFound>({ tag: 'video_not_found' })

/** A job of this user, by either form of its id. */
export const findOwnVideo = async (
  videoJobs: Pick<VideoJobStore, 'find'>,
  userId: string,
  videoId: string,
): Promise<Either<VideoNotFound, VideoJob>> => {
  const id = parseVideoId(videoId)
  const job = id === null ? null : await videoJobs.find(id)
  return job === null || job.userId !== userId ? VIDEO_NOT_FOUND : right(job)
}

const NOTHING = { news: { tag: 'nothing' }, film: null } as const

interface Learnt {
  readonly news: VideoNews
  readonly film: Film | null
}

/**
 * Asks the vendor, and takes the film in when there is one: a film we could not fetch is not finished yet, so
 * that nobody pays for what cannot be delivered.
 */
const learn = async (deps: ReadVideoDeps, job: VideoJob): Promise<Learnt> => {
  const provider = deps.providers.get(job.upstream?.deployment.provider ?? '')
  if (provider === undefined || job.upstream === null) return NOTHING
  const { deployment, jobId: upstreamJobId } = job.upstream
  const poll: VideoPoll = { deployment, upstreamJobId, signal: new AbortController().signal }
  const told = await provider.poll(poll)
  if (isLeft(told)) return NOTHING
  const word = told.right
  switch (word.tag) {
    case 'running':
      return { news: word, film: null }
    case 'failed':
      return { news: { tag: 'failed', error: { code: word.code, message: word.message } }, film: null }
    case 'finished': {
      const film = await fetchFilm(deps.media, provider, poll, word.source)
      if (film === null) return NOTHING
      const seconds = billedSeconds({ said: word.seconds, measured: film.seconds, asked: job.seconds })
      return { news: { tag: 'finished', seconds }, film }
    }
  }
}

/** The transition and its money commit together; whoever comes second sees what the first one wrote. */
const commit = async (deps: ReadVideoDeps, job: VideoJob, { news, film }: Learnt): Promise<VideoJob> => {
  const committed = await deps.unitOfWork.transact(async ({ videoJobs, mediaAssets, ledger }) => {
    const current = await videoJobs.lock(job.id)
    // It was taken back: its submission failed after all.
    if (current === null) return right(job)
    const next = advance(current, news, deps.clock.now(), deps.terms)
    if (next.job === current) return right(current)
    await videoJobs.save(next.job)
    if (next.job.state.tag === 'completed' && film !== null) {
      const { seconds } = next.job.state
      const place = { ownerId: job.id, idx: 0, galleryOf: null } as const
      await mediaAssets.add([{ ...film, ...place, seconds, mimeType: 'video/mp4', thumbAddress: null }])
    }
    await endHold(ledger, next.job, next.money)
    return right(next.job)
  })
  return isLeft(committed) ? job : committed.right
}

const isOver = ({ state }: VideoJob): boolean => state.tag === 'completed' || state.tag === 'failed'

const advanceOnce = async (deps: ReadVideoDeps, job: VideoJob): Promise<VideoJob> => {
  const isAsked = job.state.tag !== 'submitting' && !isExpired(job, deps.clock.now())
  const learnt: Learnt = isAsked ? await learn(deps, job) : NOTHING
  const { job: next } = advance(job, learnt.news, deps.clock.now(), deps.terms)
  return next === job ? job : commit(deps, job, learnt)
}

/**
 * Answers a job as it stands now. This alone moves a job: it asks the vendor, outside of any transaction, and a
 * poll that cannot learn the state changes nothing. Callers of one process that come together share one poll.
 */
export const readVideo = (
  deps: ReadVideoDeps,
): ((userId: string, videoId: string) => Promise<Either<VideoNotFound, VideoJob>>) => {
  const running = new Map<string, Promise<VideoJob>>()
  const moved = (job: VideoJob): Promise<VideoJob> => {
    const shared = running.get(job.id) ?? advanceOnce(deps, job).finally(() => running.delete(job.id))
    running.set(job.id, shared)
    return shared
  }
  return async (userId, videoId) => {
    const job = await findOwnVideo(deps.videoJobs, userId, videoId)
    return isLeft(job) || isOver(job.right) ? job : right(await moved(job.right))
  }
}
