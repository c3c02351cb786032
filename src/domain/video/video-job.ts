import { DAY_MS } from '../time-units.ts'
import type { Deployment } from '../catalog/model.ts'
import type { Attempt } from '../routing/attempt.ts'
import type { WorkPrice } from '../pricing/work-price.ts'
import type { VideoResolution } from './request.ts'

/** How far along a video is, as coarsely as the public interface says it. */
export type VideoProgress = 0 | 50 | 100

/** What went wrong, for the caller. */
export interface VideoError {
  readonly code: string
  readonly message: string
}

/**
 * `submitting`: the money is held, and it is not known yet whether the provider has the job. No response has named such
 * a job, so no list shows it. `completed` and `failed` are final.
 */
export type VideoState =
  | { readonly tag: 'submitting' }
  | { readonly tag: 'queued' }
  | { readonly tag: 'in_progress' }
  | {
      readonly tag: 'completed'
      readonly completedAtMs: number
      /** From then on the file is gone. */
      readonly expiresAtMs: number
      /** Length of the finished video, which is what was charged by. */
      readonly seconds: number
      readonly priceMicro: bigint
    }
  | { readonly tag: 'failed'; readonly error: VideoError; readonly progress: 0 | 50 }

/** The conversation a video was ordered in, and as which task. Its message there has the job's own id. */
export interface VideoMessage {
  readonly conversationId: string
  readonly task: string
}

/** One ordered video. Its id is also that of its operation, its hold and its charge. */
export interface VideoJob {
  readonly id: string
  readonly userId: string
  readonly walletId: string
  /** Our public model id. */
  readonly model: string
  /** Null for a video of the public gateway, which shows no other videos. */
  readonly message: VideoMessage | null
  /** Decided when the job is made, whatever the catalogue says when it ends. In the currency of the wallet. */
  readonly price: WorkPrice
  /** Of the tariff the price was read from; null if a task names it. */
  readonly tariffVersion: string | null
  readonly prompt: string
  /** As asked. */
  readonly seconds: number
  readonly size: string | null
  readonly resolution: VideoResolution
  readonly audio: boolean
  /** The process that submits the job. */
  readonly instance: string
  /** Where the job runs, and its name there; null while submitting. */
  readonly upstream: { readonly deployment: Deployment; readonly jobId: string } | null
  /** What was tried to submit it. */
  readonly attempts: readonly Attempt[]
  readonly createdAtMs: number
  readonly state: VideoState
}

export const progressOf = (state: VideoState): VideoProgress => {
  switch (state.tag) {
    case 'submitting':
    case 'queued':
      return 0
    case 'in_progress':
      return 50
    case 'completed':
      return 100
    case 'failed':
      return state.progress
  }
}

export const isOver = ({ state }: Pick<VideoJob, 'state'>): boolean =>
  state.tag === 'completed' || state.tag === 'failed'

/** The longest a job may take. After it the money is given back. */
export const JOB_LIFE_MS = DAY_MS

/** The hold outlives the job, so that its end is always the job's doing and the sweep only a safety net. */
const HOLD_LIFE_SECONDS = 25 * 60 * 60

/** The last poll for the video of a message may come long after its deadline, and its hold must still exist then. */
const MESSAGE_HOLD_LIFE_SECONDS = 30 * 24 * 60 * 60

export const holdLifeSecondsOf = ({ message }: Pick<VideoJob, 'message'>): number =>
  message === null ? HOLD_LIFE_SECONDS : MESSAGE_HOLD_LIFE_SECONDS

export const isExpired = (job: Pick<VideoJob, 'createdAtMs'>, nowMs: number): boolean =>
  nowMs >= job.createdAtMs + JOB_LIFE_MS

/**
 * Whether the provider is asked how the video stands. After the job's life one of a message is asked about once more,
 * as it is given up; one of the public gateway never again.
 */
export const shouldPoll = (job: VideoJob, nowMs: number): boolean =>
  job.state.tag !== 'submitting' && !isOver(job) && (job.message !== null || !isExpired(job, nowMs))
