import type { ReleaseReason } from '../holds/hold.ts'
import { priceOfFilm } from './price.ts'
import { isExpired, isOver, type VideoError, type VideoJob, type VideoState } from './video-job.ts'

/** What is newly known of a job. `nothing` where nobody was asked, or the answer could not be learnt. */
export type VideoNews =
  | { readonly tag: 'nothing' }
  | { readonly tag: 'running' }
  /** The file is stored here already. */
  | { readonly tag: 'finished'; readonly seconds: number }
  | { readonly tag: 'failed'; readonly error: VideoError }

/** What becomes of the hold. */
export type VideoMoney =
  | { readonly tag: 'keep' }
  | { readonly tag: 'charge'; readonly priceMicro: bigint; readonly seconds: number }
  | { readonly tag: 'release'; readonly reason: ReleaseReason }

export interface VideoTerms {
  /** How long a finished film can be downloaded. */
  readonly keepMs: number
  /** The longest a submission may take before its process must be dead. */
  readonly submissionMs: number
}

export interface Advanced {
  readonly job: VideoJob
  readonly money: VideoMoney
}

const KEEP: VideoMoney = { tag: 'keep' }

/** A job that fails keeps the progress it had. */
export const failed = (job: VideoJob, error: VideoError, reason: ReleaseReason): Advanced => {
  const state: VideoState = { tag: 'failed', error, progress: job.state.tag === 'in_progress' ? 50 : 0 }
  return { job: { ...job, state }, money: { tag: 'release', reason } }
}

const EXPIRED: VideoError = { code: 'video_expired', message: 'The video was not finished within 24 hours.' }

/** The vendor may or may not have the job; asking again could make it twice, so it is given up. */
export const SUBMISSION_LOST: VideoError = {
  code: 'upstream_error',
  message: 'The video could not be handed to its provider. Nothing was charged.',
}

const completed = (job: VideoJob, seconds: number, nowMs: number, { keepMs }: VideoTerms): Advanced => {
  const priceMicro = priceOfFilm(job.price, seconds)
  const state = { tag: 'completed', completedAtMs: nowMs, expiresAtMs: nowMs + keepMs, seconds, priceMicro } as const
  return { job: { ...job, state }, money: { tag: 'charge', priceMicro, seconds } }
}

/** A refusal is told apart on the receipt. */
const reasonOf = ({ code }: VideoError): ReleaseReason =>
  code === 'content_policy_violation' ? 'refused' : 'upstream_failed'

/**
 * The one rule that moves a job: where it stands, what is newly known, and the hour. A final state never moves,
 * so whoever comes second changes nothing and charges nothing.
 */
export const advance = (job: VideoJob, news: VideoNews, nowMs: number, terms: VideoTerms): Advanced => {
  switch (job.state.tag) {
    case 'completed':
    case 'failed':
      return { job, money: KEEP }
    case 'submitting':
      // The messages of a film begin when a vendor has it: before that only its submission ends it.
      return job.message === null && nowMs >= job.createdAtMs + terms.submissionMs
        ? failed(job, SUBMISSION_LOST, 'instance_lost')
        : { job, money: KEEP }
    case 'queued':
    case 'in_progress': {
      const moved = advanceRunning(job, news, nowMs, terms)
      // What was learnt as the job was given up still counts in a conversation; the public gateway ends by the hour.
      const isEnd = isOver(moved.job) && job.message !== null
      return isExpired(job, nowMs) && !isEnd ? failed(job, EXPIRED, 'job_expired') : moved
    }
  }
}

const advanceRunning = (job: VideoJob, news: VideoNews, nowMs: number, terms: VideoTerms): Advanced => {
  switch (news.tag) {
    case 'nothing':
      return { job, money: KEEP }
    case 'running':
      return { job: job.state.tag === 'in_progress' ? job : { ...job, state: { tag: 'in_progress' } }, money: KEEP }
    case 'finished':
      return completed(job, news.seconds, nowMs, terms)
    case 'failed':
      return failed(job, news.error, reasonOf(news.error))
  }
}
