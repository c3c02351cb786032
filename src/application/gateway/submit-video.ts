import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import { failed } from '../../domain/video/advance.ts'
import type { VideoRequest } from '../../domain/video/request.ts'
import type { VideoJob } from '../../domain/video/video-job.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { VideoProvider } from '../ports/video-provider.ts'
import type { Circuits } from './circuits.ts'
import { tryDeployments } from './try-deployments.ts'
import { endHold } from './video-money.ts'

export interface SubmitVideoDeps {
  readonly unitOfWork: UnitOfWork
  /** By provider id. */
  readonly providers: ReadonlyMap<string, VideoProvider>
  readonly circuits: Circuits
}

/** Writes a change of a job that is still being submitted; false when somebody else has ended it meanwhile. */
const whileSubmitting = async (
  { unitOfWork }: Pick<SubmitVideoDeps, 'unitOfWork'>,
  id: string,
  change: (job: VideoJob, stores: Stores) => Promise<VideoJob>,
): Promise<VideoJob | null> => {
  const changed = await unitOfWork.transact<never, VideoJob | null>(async (stores) => {
    const job = await stores.videoJobs.lock(id)
    if (job === null || job.state.tag !== 'submitting') return right(null)
    return right(await change(job, stores))
  })
  return isLeft(changed) ? null : changed.right
}

/** Takes a job back that no vendor is known to have, and gives its money back. */
export const loseSubmission = async (
  deps: Pick<SubmitVideoDeps, 'unitOfWork'>,
  id: string,
  attempts: readonly Attempt[],
): Promise<void> => {
  await whileSubmitting(deps, id, async (job, { videoJobs, ledger }) => {
    await videoJobs.remove(job.id)
    await endHold(ledger, { ...job, attempts }, { tag: 'release', reason: 'upstream_failed' })
    return job
  })
}

const refuse = (deps: SubmitVideoDeps, id: string, attempts: readonly Attempt[], message: string) =>
  whileSubmitting(deps, id, async (job, { videoJobs, ledger }) => {
    const error = { code: 'content_policy_violation', message }
    const { job: refused, money } = failed({ ...job, attempts }, error, 'refused')
    await videoJobs.save(refused)
    await endHold(ledger, refused, money)
    return refused
  })

/** Hands a job whose money is held to the first vendor that takes it, and writes down which that was. */
export const submitVideo = async (
  deps: SubmitVideoDeps,
  job: VideoJob,
  deployments: readonly Deployment[],
  request: VideoRequest,
  attempts: Attempt[],
): Promise<Either<GatewayFailure, VideoJob>> => {
  const LOST = left<GatewayFailure>({ tag: 'upstream_error', mayHaveWorked: true })
  // Never aborted: a job whose caller left goes on and can be found in the list.
  const { signal } = new AbortController()
  const route = { ...deps, deployments, rule: 'media', signal, attempts } as const
  let submitted
  try {
    submitted = await tryDeployments(route, async (provider, deployment) => {
      const answer = await provider.submit({ operationId: job.id, deployment, request, signal })
      return isLeft(answer) ? answer : right({ ...answer.right, deployment })
    })
  } catch (error) {
    await loseSubmission(deps, job.id, attempts)
    throw error
  }
  if (isLeft(submitted)) {
    if (submitted.left.tag === 'refused_content') {
      const refused = await refuse(deps, job.id, attempts, submitted.left.message)
      return refused === null ? LOST : right(refused)
    }
    await loseSubmission(deps, job.id, attempts)
    return left(toGatewayFailure(submitted.left))
  }
  const { deployment, upstreamJobId } = submitted.right
  const queued = await whileSubmitting(deps, job.id, async (current, { videoJobs }) => {
    const upstream = { deployment, jobId: upstreamJobId }
    const next: VideoJob = { ...current, upstream, attempts, state: { tag: 'queued' } }
    await videoJobs.save(next)
    return next
  })
  return queued === null ? LOST : right(queued)
}
