import type { VideoJob } from '../../domain/video/video-job.ts'

export interface VideoPage {
  readonly userId: string
  readonly order: 'newest_first' | 'oldest_first'
  /** Only jobs behind this one in that order; null: from its beginning. */
  readonly after: string | null
  readonly limit: number
}

/** Long enough to ask a vendor about a film and to take it in. */
export const CLAIM_MS = 10 * 60_000

/** Films that were ordered. A job that has come to its end never changes again. */
export interface VideoJobStore {
  /** An id that is taken is a broken invariant and throws. */
  add(job: VideoJob): Promise<void>
  find(id: string): Promise<VideoJob | null>
  /** Reads the job and keeps it from everyone else until the unit of work ends. */
  lock(id: string): Promise<VideoJob | null>
  /** Writes where the job stands; what was ordered stays. Throws when the job had come to its end. */
  save(job: VideoJob): Promise<void>
  /** Only while it is being submitted. */
  remove(id: string): Promise<void>
  /** Those of the public gateway, without those that are being submitted. */
  page(page: VideoPage): Promise<readonly VideoJob[]>
  /** Jobs whose submission began before that time (milliseconds since the epoch), the oldest first. */
  submittingSince(beforeMs: number, limit: number): Promise<readonly VideoJob[]>
  /** Jobs that another process was submitting; only where one process runs at a time. */
  submittingElsewhere(instance: string, limit: number): Promise<readonly VideoJob[]>
  /** Whether its vendor may be asked about a job: true for one of any number of callers within LOOK_PAUSE_MS. */
  claimLook(id: string, nowMs: number): Promise<boolean>
  /**
   * The oldest job of a message, made until that time, that a vendor has and that has not ended; null when there is
   * none. Claims it: whoever asks in the next CLAIM_MS is given another one.
   */
  claimWaiting(madeUntilMs: number, nowMs: number): Promise<VideoJob | null>
}
