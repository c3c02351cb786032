import type { ReleaseReason } from '../ledger/hold.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'
import { priceOfWork } from '../pricing/work-price.ts'
import { isExpired, isOver } from './video-job.ts'
import type { VideoError, VideoJob, VideoState } from './video-job.ts'

/** The poll result of a job. `nothing` where no provider was asked, or the answer was not readable. */
export type VideoPollResult =
  | { readonly tag: 'nothing' }
  | { readonly tag: 'running' }
  /** The file is stored here already. */
  | { readonly tag: 'finished'; readonly seconds: number }
  | { readonly tag: 'failed'; readonly error: VideoError }

/** What becomes of the hold. */
export type HoldAction =
  | { readonly tag: 'keep' }
  | { readonly tag: 'charge'; readonly priceMicro: bigint; readonly seconds: number }
  | { readonly tag: 'release'; readonly reason: ReleaseReason }

export interface VideoTerms {
  /** How long a finished video can be downloaded. */
  readonly keepMs: number
  /** The longest a submission may take before its process must be dead. */
  readonly submissionMs: number
}

export interface VideoTime {
  readonly nowMs: number
  /** The time by which a job is overdue: a clock that is ahead for a moment does not count. */
  readonly settledMs: number
}

const SUBMISSION_MARGIN_MS = MINUTE_MS

/**
 * The terms of an installation that keeps videos for `keepDays` and waits `callMs` for one call to a provider. A
 * submission may wait for one provider that never answers, for another after it, and for its own reads and writes.
 */
export const videoTerms = (keepDays: number, callMs: number): VideoTerms => ({
  keepMs: keepDays * DAY_MS,
  submissionMs: 2 * callMs + SUBMISSION_MARGIN_MS,
})

interface VideoTransition {
  readonly job: VideoJob
  readonly money: HoldAction
}

const KEEP: HoldAction = { tag: 'keep' }

/** The code of a video whose content its provider refused. */
export const REFUSED_VIDEO = 'content_policy_violation'

/** A job that fails keeps the progress it had. */
const failed = (job: VideoJob, error: VideoError, reason: ReleaseReason): VideoTransition => {
  const state: VideoState = { tag: 'failed', error, progress: job.state.tag === 'in_progress' ? 50 : 0 }
  return { job: { ...job, state }, money: { tag: 'release', reason } }
}

const EXPIRED: VideoError = { code: 'video_expired', message: 'The video was not finished within 24 hours.' }

/** The provider may or may not have the job; asking again could make it twice, so it is given up. */
const SUBMISSION_FAILED: VideoError = {
  code: 'upstream_error',
  message: 'The video could not be handed to its provider. Nothing was charged.',
}

const completed = (job: VideoJob, seconds: number, nowMs: number, { keepMs }: VideoTerms): VideoTransition => {
  const priceMicro = priceOfWork(job.price, seconds)
  const state = { tag: 'completed', completedAtMs: nowMs, expiresAtMs: nowMs + keepMs, seconds, priceMicro } as const
  return { job: { ...job, state }, money: { tag: 'charge', priceMicro, seconds } }
}

/** A job that its provider has failed, or refused. The receipt names a refusal as such. */
export const failedByProvider = (job: VideoJob, error: VideoError): VideoTransition =>
  failed(job, error, error.code === REFUSED_VIDEO ? 'refused' : 'upstream_failed')

/**
 * The one rule that moves a job: from its state, the poll result and the time. A final state never changes, so a second
 * caller changes nothing and charges nothing.
 */
export const advance = (
  job: VideoJob,
  pollResult: VideoPollResult,
  { nowMs, settledMs }: VideoTime,
  terms: VideoTerms,
): VideoTransition => {
  switch (job.state.tag) {
    case 'completed':
    case 'failed':
      return { job, money: KEEP }
    case 'submitting':
      // The messages of a video begin when a provider has it: before that only its submission ends it.
      return job.message === null && settledMs >= job.createdAtMs + terms.submissionMs
        ? failed(job, SUBMISSION_FAILED, 'instance_lost')
        : { job, money: KEEP }
    case 'queued':
    case 'in_progress': {
      const moved = advanceRunning(job, pollResult, nowMs, terms)
      // In a conversation the result of the last poll still counts after the deadline. On the public gateway the job
      // ends at the deadline.
      const isEnd = isOver(moved.job) && job.message !== null
      return isExpired(job, settledMs) && !isEnd ? failed(job, EXPIRED, 'job_expired') : moved
    }
  }
}

const advanceRunning = (
  job: VideoJob,
  pollResult: VideoPollResult,
  nowMs: number,
  terms: VideoTerms,
): VideoTransition => {
  switch (pollResult.tag) {
    case 'nothing':
      return { job, money: KEEP }
    case 'running':
      return { job: job.state.tag === 'in_progress' ? job : { ...job, state: { tag: 'in_progress' } }, money: KEEP }
    case 'finished':
      return completed(job, pollResult.seconds, nowMs, terms)
    case 'failed':
      return failedByProvider(job, pollResult.error)
  }
}
