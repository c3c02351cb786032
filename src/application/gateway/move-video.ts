import { isLeft, right } from 'fp-ts/lib/Either.js'
import { advance, type VideoNews, type VideoTerms } from '../../domain/video/advance.ts'
import { billedSeconds } from '../../domain/video/price.ts'
import { isAskedAbout, isOver, type VideoJob } from '../../domain/video/video-job.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { MessageStore } from '../ports/message-store.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { VideoPoll, VideoProvider } from '../ports/video-provider.ts'
import { type Film, fetchFilm } from './fetch-film.ts'
import { endHold } from './video-money.ts'

export interface MoveVideoDeps {
  readonly unitOfWork: UnitOfWork
  /** By provider id. */
  readonly providers: ReadonlyMap<string, VideoProvider>
  readonly media: Pick<MediaStore, 'put'>
  readonly clock: Clock
  readonly terms: VideoTerms
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
const learn = async (deps: MoveVideoDeps, job: VideoJob): Promise<Learnt> => {
  const provider = deps.providers.get(job.upstream?.deployment.provider ?? '')
  if (provider === undefined || job.upstream === null) return NOTHING
  const { deployment, jobId: upstreamJobId } = job.upstream
  const poll: VideoPoll = { deployment, upstreamJobId }
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

/** The message of a film ends with its job. */
const endMessage = async (messages: Pick<MessageStore, 'end'>, { id, message, state }: VideoJob): Promise<void> => {
  if (message === null) return
  if (state.tag === 'completed') await messages.end(id, { tag: 'done', chargedMicro: state.priceMicro })
  if (state.tag === 'failed') await messages.end(id, { tag: 'failed', error: state.error })
}

/** The transition, what it shows and its money commit together; whoever comes second sees what the first one wrote. */
const commit = async (deps: MoveVideoDeps, job: VideoJob, { news, film }: Learnt): Promise<VideoJob> => {
  const committed = await deps.unitOfWork.transact(async ({ videoJobs, messages, mediaAssets, ledger }) => {
    const current = await videoJobs.lock(job.id)
    // It was taken back: its submission failed after all.
    if (current === null) return right(job)
    const next = advance(current, news, deps.clock.now(), deps.terms)
    if (next.job === current) return right(current)
    await videoJobs.save(next.job)
    await endMessage(messages, next.job)
    if (next.job.state.tag === 'completed' && film !== null) {
      const { seconds } = next.job.state
      const galleryOf = job.message === null ? null : job.userId
      const place = { ownerId: job.id, idx: 0, galleryOf } as const
      await mediaAssets.add([
        { ...film, ...place, seconds, mimeType: 'video/mp4', thumbAddress: null, hasNoThumb: false },
      ])
    }
    await endHold(ledger, next.job, next.money)
    return right(next.job)
  })
  return isLeft(committed) ? job : committed.right
}

const advanceOnce = async (deps: MoveVideoDeps, job: VideoJob): Promise<VideoJob> => {
  const learnt: Learnt = isAskedAbout(job, deps.clock.now()) ? await learn(deps, job) : NOTHING
  const { job: next } = advance(job, learnt.news, deps.clock.now(), deps.terms)
  return next === job ? job : commit(deps, job, learnt)
}

/** Brings a job to where it stands now and answers it. */
export type MoveVideo = (job: VideoJob) => Promise<VideoJob>

/**
 * The one thing that moves a job, whoever wants to know: it asks the vendor, outside of any transaction, and a poll
 * that cannot learn the state changes nothing. Callers of one process that come together share one poll.
 */
export const moveVideo = (deps: MoveVideoDeps): MoveVideo => {
  const running = new Map<string, Promise<VideoJob>>()
  return async (job) => {
    if (isOver(job)) return job
    const shared = running.get(job.id) ?? advanceOnce(deps, job).finally(() => running.delete(job.id))
    running.set(job.id, shared)
    return shared
  }
}
