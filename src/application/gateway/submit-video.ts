import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { ReleaseReason } from '../../domain/holds/hold.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import { failed } from '../../domain/video/advance.ts'
import type { VideoRequest } from '../../domain/video/request.ts'
import type { VideoJob } from '../../domain/video/video-job.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { VideoProvider } from '../ports/video-provider.ts'
import type { Circuits } from './circuits.ts'
import { loseSubmission, whileSubmitting } from './lose-submission.ts'
import { type HoldFailure, refusedHold } from './metered-call.ts'
import { tryDeployments } from './try-deployments.ts'
import { endHold, placeHold } from './video-money.ts'

export interface SubmitVideoDeps {
  readonly unitOfWork: UnitOfWork
  /** By provider id. */
  readonly providers: ReadonlyMap<string, VideoProvider>
  readonly circuits: Circuits
}

/** The job and the money for it stand or fall together. */
export const beginSubmission = (
  unitOfWork: UnitOfWork,
  job: VideoJob,
  budgetId: string | null,
): Promise<Either<HoldFailure, null>> =>
  unitOfWork.transact(async ({ videoJobs, ledger }) => {
    await videoJobs.add(job)
    const { outcome, amount } = await placeHold(ledger, job, budgetId)
    return outcome.tag === 'held' ? right(null) : left(refusedHold(outcome, job.id, amount))
  })

/** A job whose money is held, and who may make it. */
export interface Submission {
  readonly job: VideoJob
  readonly deployments: readonly Deployment[]
  readonly request: VideoRequest
}

/** What whoever ordered the film writes at each end of its submission, inside the transaction that ends it. */
export interface SubmissionEnds {
  /** A vendor has the job. False takes everything back: then the job is lost like one that no vendor took. */
  readonly taken: (stores: Stores, job: VideoJob) => Promise<boolean>
  /** The job is gone and its money given back. */
  readonly lost: (stores: Stores, failure: GatewayFailure) => Promise<unknown>
  /** Whether a job whose content is refused at once stays, to be seen as failed; else it is lost. */
  readonly keepsRefused: boolean
}

/** What the public gateway does: its caller sees the job alone. */
export const JOB_ALONE: SubmissionEnds = {
  taken: () => Promise.resolve(true),
  lost: () => Promise.resolve(),
  keepsRefused: true,
}

const refuse = (deps: SubmitVideoDeps, id: string, attempts: readonly Attempt[], message: string) =>
  whileSubmitting(deps.unitOfWork, id, async (job, { videoJobs, ledger }) => {
    const error = { code: 'content_policy_violation', message }
    const { job: refused, money } = failed({ ...job, attempts }, error, 'refused')
    await videoJobs.save(refused)
    await endHold(ledger, refused, money)
    return refused
  })

/** Nobody knows whether a vendor has the job. */
const LOST: GatewayFailure = { tag: 'upstream_error', mayHaveWorked: true }

/** Hands a job to the first vendor that takes it, and writes down which that was. */
export const submitVideo = async (
  deps: SubmitVideoDeps,
  { job, deployments, request }: Submission,
  { taken, lost, keepsRefused }: SubmissionEnds,
): Promise<Either<GatewayFailure, VideoJob>> => {
  const { unitOfWork } = deps
  const attempts: Attempt[] = []
  // Without a signal: a job whose caller left goes on and can be found again.
  const route = { ...deps, deployments, rule: 'media', attempts } as const
  const lose = (reason: ReleaseReason, failure: GatewayFailure): Promise<void> =>
    loseSubmission(unitOfWork, { ...job, attempts }, reason, (stores) => lost(stores, failure))
  let submitted
  try {
    submitted = await tryDeployments(route, async (provider, deployment) => {
      const answer = await provider.submit({ operationId: job.id, deployment, request })
      return isLeft(answer) ? answer : right({ ...answer.right, deployment })
    })
  } catch (error) {
    await lose('upstream_failed', LOST)
    throw error
  }
  if (isLeft(submitted)) {
    const isRefused = submitted.left.tag === 'refused_content'
    if (isRefused && keepsRefused) {
      const refused = await refuse(deps, job.id, attempts, submitted.left.message)
      return refused === null ? left(LOST) : right(refused)
    }
    const failure = toGatewayFailure(submitted.left)
    await lose(isRefused ? 'refused' : 'upstream_failed', failure)
    return left(failure)
  }
  const { deployment, upstreamJobId } = submitted.right
  const queued = await whileSubmitting(unitOfWork, job.id, async (current, stores) => {
    const upstream = { deployment, jobId: upstreamJobId }
    const next: VideoJob = { ...current, upstream, attempts, state: { tag: 'queued' } }
    await stores.videoJobs.save(next)
    return (await taken(stores, next)) ? next : null
  })
  if (queued !== null) return right(queued)
  await lose('upstream_failed', LOST)
  return left(LOST)
}
