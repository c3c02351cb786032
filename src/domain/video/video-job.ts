import type { Deployment } from '../catalog/model.ts'
import type { Attempt } from '../routing/attempt.ts'
import type { VideoPrice } from './price.ts'
import type { VideoResolution } from './request.ts'

/** How far along a film is, as coarsely as the public interface says it. */
export type VideoProgress = 0 | 50 | 100

/** What went wrong, for the caller. */
export interface VideoError {
  readonly code: string
  readonly message: string
}

/**
 * `submitting`: the money is held, and whether the vendor has the job is not yet known. Nobody has been told of
 * such a job, so it is listed nowhere. `completed` and `failed` are final.
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
      /** Length of the finished film, which is what was charged by. */
      readonly seconds: number
      readonly priceMicro: bigint
    }
  | { readonly tag: 'failed'; readonly error: VideoError; readonly progress: 0 | 50 }

/** The conversation a film was ordered in, and as which task. Its message there has the job's own id. */
export interface VideoMessage {
  readonly conversationId: string
  readonly task: string
}

/** One film that somebody ordered. Its id is also its operation, its hold and its charge. */
export interface VideoJob {
  readonly id: string
  readonly userId: string
  readonly walletId: string
  /** Our public model id. */
  readonly model: string
  /** Null where it was ordered through the public gateway, which knows no other films. */
  readonly message: VideoMessage | null
  /** Decided when the job is made, whatever the catalogue says when it ends. In the currency of the wallet. */
  readonly price: VideoPrice
  /** Of the tariff the price was read from; null where a task names it. */
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
export const JOB_LIFE_MS = 24 * 60 * 60 * 1000

/** The hold outlives the job, so that its end is always the job's doing and the sweep only a safety net. */
export const HOLD_LIFE_SECONDS = 25 * 60 * 60

export const isExpired = (job: Pick<VideoJob, 'createdAtMs'>, nowMs: number): boolean =>
  nowMs >= job.createdAtMs + JOB_LIFE_MS

/**
 * Whether the vendor is asked how the film stands. After the job's life one of a message is asked about once more,
 * as it is given up; one of the public gateway never again.
 */
export const isAskedAbout = (job: VideoJob, nowMs: number): boolean =>
  job.state.tag !== 'submitting' && !isOver(job) && (job.message !== null || !isExpired(job, nowMs))
