import { MINUTE_MS } from '../../../domain/time-units.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'

export interface VideoPageQuery {
  readonly userId: string
  readonly order: 'newest_first' | 'oldest_first'
  /** Only jobs behind this one in that order; null: from its beginning. */
  readonly after: string | null
  readonly limit: number
}

/** Long enough to ask a provider about a video and to store it. */
export const CLAIM_MS = 10 * MINUTE_MS

/** Ordered videos. A job in a final state never changes again. */
export interface VideoJobStore {
  /** Adding an id twice is a fault of the program and throws. */
  add(job: VideoJob): Promise<void>
  find(id: string): Promise<VideoJob | null>
  /** Reads the job and locks it until the unit of work ends. */
  lock(id: string): Promise<VideoJob | null>
  /** Writes the state of the job; the order itself stays. Throws when the job had ended before. */
  save(job: VideoJob): Promise<void>
  /** Only while it is being submitted. */
  remove(id: string): Promise<void>
  /** Those of the public gateway, without those that are being submitted. */
  page(page: VideoPageQuery): Promise<readonly VideoJob[]>
  /** Jobs whose submission began before that time (milliseconds since the epoch), the oldest first. */
  submittingSince(beforeMs: number, limit: number): Promise<readonly VideoJob[]>
  /** Jobs that another process was submitting; only where one process runs at a time. */
  submittingOnOtherInstances(instance: string, limit: number): Promise<readonly VideoJob[]>
  /**
   * Whether the process may ask the provider about a job: true for one of any number of callers within
   * POLL_INTERVAL_MS.
   */
  claimPoll(id: string, nowMs: number): Promise<boolean>
  /**
   * The oldest unfinished job of a message, created until that time, that a provider has. Null when there is none.
   * Claims it: for the next CLAIM_MS other callers get another one. A claim by a clock that was far ahead does not
   * count.
   */
  claimStale(madeUntilMs: number, nowMs: number): Promise<VideoJob | null>
  /** Since when the job waits that `claimStale` would return, in milliseconds since the epoch. Claims nothing. */
  staleSince(madeUntilMs: number, nowMs: number): Promise<number | null>
}
