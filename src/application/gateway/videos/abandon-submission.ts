import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { endVideoHold } from './video-hold.ts'

/**
 * Changes a job that is still being submitted. Null when the submission has ended in between, or
 * when the change itself answers null; then nothing of it is written. `isDone` tells a job that an earlier attempt has
 * changed already, although its answer got lost.
 */
export const changeWhileSubmitting = async (
  unitOfWork: UnitOfWork,
  id: string,
  change: (job: VideoJob, stores: Transaction) => Promise<VideoJob | null>,
  isDone: (job: VideoJob) => boolean = () => false,
): Promise<VideoJob | null> => {
  const changed = await unitOfWork.transact<null, VideoJob>(async (stores) => {
    const job = await stores.videoJobs.lock(id)
    if (job !== null && isDone(job)) return right(job)
    if (job === null || job.state.tag !== 'submitting') return left(null)
    const next = await change(job, stores)
    return next === null ? left(null) : right(next)
  })
  return isLeft(changed) ? null : changed.right
}

/** Takes a job back that no provider is known to have, and gives its money back; `along` is written with it. */
export const abandonSubmission = async (
  unitOfWork: UnitOfWork,
  { id, attempts }: Pick<VideoJob, 'id' | 'attempts'>,
  reason: ReleaseReason = 'upstream_failed',
  along: (stores: Transaction) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> => {
  await changeWhileSubmitting(unitOfWork, id, async (job, stores) => {
    await stores.videoJobs.remove(id)
    await endVideoHold(stores.ledger, { ...job, attempts }, { tag: 'release', reason })
    await along(stores)
    return job
  })
}
