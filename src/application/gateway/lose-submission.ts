import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ReleaseReason } from '../../domain/holds/hold.ts'
import type { VideoJob } from '../../domain/video/video-job.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import { endHold } from './video-money.ts'

/**
 * Changes a job that is still being submitted. Null when somebody else has ended that meanwhile, or when the change
 * itself answers so; then nothing of it is written.
 */
export const whileSubmitting = async (
  unitOfWork: UnitOfWork,
  id: string,
  change: (job: VideoJob, stores: Stores) => Promise<VideoJob | null>,
): Promise<VideoJob | null> => {
  const changed = await unitOfWork.transact<null, VideoJob>(async (stores) => {
    const job = await stores.videoJobs.lock(id)
    if (job === null || job.state.tag !== 'submitting') return left(null)
    const next = await change(job, stores)
    return next === null ? left(null) : right(next)
  })
  return isLeft(changed) ? null : changed.right
}

/** Takes a job back that no vendor is known to have, and gives its money back; `along` is written with it. */
export const loseSubmission = async (
  unitOfWork: UnitOfWork,
  { id, attempts }: Pick<VideoJob, 'id' | 'attempts'>,
  reason: ReleaseReason = 'upstream_failed',
  along: (stores: Stores) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> => {
  await whileSubmitting(unitOfWork, id, async (job, stores) => {
    await stores.videoJobs.remove(id)
    await endHold(stores.ledger, { ...job, attempts }, { tag: 'release', reason })
    await along(stores)
    return job
  })
}
