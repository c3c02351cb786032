import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { VideoTerms } from '../../../domain/video/advance-video-job.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import { abandonSubmission } from './abandon-submission.ts'

const BATCH_SIZE = 100

interface SweepVideosDeps {
  readonly unitOfWork: UnitOfWork
  readonly videoJobs: Pick<VideoJobStore, 'submittingSince' | 'submittingOnOtherInstances'>
  readonly clock: Clock
  readonly terms: VideoTerms
}

const abandonAll = async (deps: SweepVideosDeps, jobs: readonly VideoJob[]): Promise<number> => {
  for (const job of jobs) await abandonSubmission(deps.unitOfWork, job)
  return jobs.length
}

/**
 * Deletes jobs whose submission never ended, because their process died between the provider's answer and the write,
 * and releases their money. They are not submitted again, because the provider may have them. Returns how many were
 * deleted.
 */
export const sweepVideos = (deps: SweepVideosDeps) => async (): Promise<number> =>
  abandonAll(deps, await deps.videoJobs.submittingSince(deps.clock.now() - deps.terms.submissionMs, BATCH_SIZE))

/** The same at once for what other processes left; only where one process runs at a time. */
export const sweepLostVideos =
  (deps: SweepVideosDeps) =>
  async (instance: string): Promise<number> =>
    abandonAll(deps, await deps.videoJobs.submittingOnOtherInstances(instance, BATCH_SIZE))
