import type { VideoJob } from '../../domain/video/video-job.ts'
import type { VideoTerms } from '../../domain/video/advance.ts'
import type { Clock } from '../ports/clock.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import { loseSubmission } from './lose-submission.ts'

const AT_ONCE = 100

export interface SweepVideosDeps {
  readonly unitOfWork: UnitOfWork
  readonly videoJobs: Pick<VideoJobStore, 'submittingSince' | 'submittingElsewhere'>
  readonly clock: Clock
  readonly terms: VideoTerms
}

const loseAll = async (deps: SweepVideosDeps, jobs: readonly VideoJob[]): Promise<number> => {
  for (const job of jobs) await loseSubmission(deps.unitOfWork, job)
  return jobs.length
}

/**
 * Takes back jobs whose submission never came to an end, for their process died between the vendor's answer and
 * ours, and gives their money back. They are not submitted again: the vendor may have them. Answers how many.
 */
export const sweepVideos = (deps: SweepVideosDeps) => async (): Promise<number> =>
  loseAll(deps, await deps.videoJobs.submittingSince(deps.clock.now() - deps.terms.submissionMs, AT_ONCE))

/** The same at once for what other processes left; only where one process runs at a time. */
export const sweepLostVideos =
  (deps: SweepVideosDeps) =>
  async (instance: string): Promise<number> =>
    loseAll(deps, await deps.videoJobs.submittingElsewhere(instance, AT_ONCE))
