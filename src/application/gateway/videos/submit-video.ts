import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import { unansweredReason } from '../../../domain/routing/attempt.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import { toCallFailure } from '../../../domain/routing/call-failure.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { failedByProvider, REFUSED_VIDEO } from '../../../domain/video/advance-video-job.ts'
import type { VideoRequest } from '../../../domain/video/request.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { Timer } from '../../ports/process/timer.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { VideoProvider } from '../../ports/providers/video-provider.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { CircuitBreakers } from '../routing/circuit-breakers.ts'
import { abandonSubmission, changeWhileSubmitting } from './abandon-submission.ts'
import { runPaidOperation } from '../metering/paid-operation.ts'
import type { Unpaid } from '../metering/paid-operation.ts'
import { endVideoHold, placeVideoHold } from './video-hold.ts'
import type { VideoHoldFailure } from './video-hold.ts'

export interface SubmitVideoDeps {
  readonly unitOfWork: UnitOfWork
  /** By provider id. */
  readonly providers: ReadonlyMap<string, VideoProvider>
  readonly circuits: CircuitBreakers
  readonly timer: Timer
}

/** A job whose money is held, and who may make it. */
interface Submission {
  readonly job: VideoJob
  readonly deployments: readonly Deployment[]
  readonly request: VideoRequest
  /** Where the provider's answer goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

/** What the ordering use case writes at each end of the submission, inside the transaction that ends it. */
interface SubmissionHooks {
  /**
   * Called when a provider has the job. If it returns false, everything is undone: the job is deleted as if no provider
   * had taken it.
   */
  readonly taken: (stores: Transaction, job: VideoJob) => Promise<boolean>
  /** The job is gone and its money given back. */
  readonly lost: (stores: Transaction, failure: CallFailure) => Promise<unknown>
  /** True: a job whose content is refused at once is stored as failed. False: it is deleted. */
  readonly keepsRefusedJob: boolean
}

/** What the public gateway does: its caller sees the job alone. */
export const NO_SUBMISSION_HOOKS: SubmissionHooks = {
  taken: () => Promise.resolve(true),
  lost: () => Promise.resolve(),
  keepsRefusedJob: true,
}

const refuse = (deps: SubmitVideoDeps, id: string, attempts: readonly Attempt[], message: string) =>
  changeWhileSubmitting(
    deps.unitOfWork,
    id,
    async (job, { videoJobs, ledger }) => {
      const { job: refused, money } = failedByProvider({ ...job, attempts }, { code: REFUSED_VIDEO, message })
      await videoJobs.save(refused)
      await endVideoHold(ledger, refused, money)
      return refused
    },
    ({ state }) => state.tag === 'failed',
  )

/** Between attempts to write down what a provider has answered. Together they outlast a failover of the database. */
const PAUSES_MS = [100, 400, 1_500, 5_000, 10_000, 15_000]

/**
 * Writes as often as it takes. The provider makes a video that it has taken, and bills it; without its row no caller
 * would get it, and the money for it would stay held until the sweep.
 */
const persistently = async <A>({ timer }: Pick<SubmitVideoDeps, 'timer'>, write: () => Promise<A>): Promise<A> => {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await write()
    } catch {
      // The last attempt throws what it meets.
      await timer.sleep(pauseMs)
    }
  }
  return write()
}

/**
 * The job and the money for it stand or fall together. Where the answer of the database got lost, they may be there all
 * the same: no provider is asked for a job whose caller got a failure, so both are taken back.
 */
export const beginSubmission = async (
  deps: Pick<SubmitVideoDeps, 'unitOfWork' | 'timer'>,
  job: VideoJob,
  budgetId: string | null,
): Promise<Either<VideoHoldFailure, null>> => {
  try {
    return await deps.unitOfWork.transact(async ({ videoJobs, ledger }) => {
      await videoJobs.add(job)
      return placeVideoHold(ledger, job, budgetId)
    })
  } catch (error) {
    const written = { id: job.id, attempts: [] }
    // The caller waits for none of it, and the sweep does it later at worst.
    void persistently(deps, () => abandonSubmission(deps.unitOfWork, written)).catch(() => undefined)
    throw error
  }
}

/** It is unknown whether a provider has the job. */
export const OUTCOME_UNKNOWN: CallFailure = { tag: 'upstream_error', mayHaveWorked: true }

/** A provider that has the job, and under which name. */
interface Taken {
  readonly deployment: Deployment
  readonly upstreamJobId: string
}

/** Why a submission ends: the content was refused, or no provider is known to have the job. */
interface SubmissionFailure {
  readonly callFailure: CallFailure
  /** The provider's words about refused content. */
  readonly refusal: string | null
}

const LOST_SUBMISSION: Unpaid<SubmissionFailure> = {
  failure: { callFailure: OUTCOME_UNKNOWN, refusal: null },
  reason: 'upstream_failed',
  receipt: null,
}

const notTaken = (failure: UpstreamFailure): Unpaid<SubmissionFailure> => {
  const reason = unansweredReason(failure)
  const refusal = reason === 'refused' ? failure.message : null
  return { failure: { callFailure: toCallFailure(failure), refusal }, reason, receipt: null }
}

/**
 * Hands a job, whose money is held, to the first provider that takes it, and writes down which that was. The hold
 * then stays with the job: `refreshVideo` settles or releases it in the transaction that ends the job.
 */
export const submitVideo = async (
  deps: SubmitVideoDeps,
  { job, deployments, request, memory }: Submission,
  { taken, lost, keepsRefusedJob }: SubmissionHooks,
): Promise<Either<CallFailure, VideoJob>> => {
  const { unitOfWork } = deps
  const attempts: Attempt[] = []
  // Without a signal: a job whose client disconnected goes on and can be found again.
  const route = { ...deps, deployments, rule: 'media', attempts } as const
  const abandon = (reason: ReleaseReason, failure: CallFailure): Promise<void> =>
    abandonSubmission(unitOfWork, { ...job, attempts }, reason, (stores) => lost(stores, failure))
  const submitted = await runPaidOperation<SubmissionFailure, Taken, VideoJob>(
    async () => {
      const answer = await tryDeployments(route, async (provider, deployment) => {
        const submission = await provider.submit({ operationId: job.id, deployment, request, memory })
        return isLeft(submission) ? submission : right({ ...submission.right, deployment })
      })
      return isLeft(answer) ? left(notTaken(answer.left)) : answer
    },
    {
      settle: async ({ deployment, upstreamJobId }) => {
        const upstream = { deployment, jobId: upstreamJobId }
        const queue = async (current: VideoJob, stores: Transaction): Promise<VideoJob | null> => {
          const next: VideoJob = { ...current, upstream, attempts, state: { tag: 'queued' } }
          await stores.videoJobs.save(next)
          return (await taken(stores, next)) ? next : null
        }
        const isQueued = (current: VideoJob): boolean => current.upstream?.jobId === upstreamJobId
        const queued = await persistently(deps, () => changeWhileSubmitting(unitOfWork, job.id, queue, isQueued))
        return queued === null ? left(LOST_SUBMISSION) : right(queued)
      },
      release: async ({ failure: { callFailure, refusal }, reason }) => {
        if (refusal !== null && keepsRefusedJob) {
          const refused = await persistently(deps, () => refuse(deps, job.id, attempts, refusal))
          return refused === null ? left({ callFailure: OUTCOME_UNKNOWN, refusal }) : right(refused)
        }
        await persistently(deps, () => abandon(reason, callFailure))
        return left({ callFailure, refusal })
      },
      // In a later state the transaction that broke may have been committed; the sweeper of videos finds out.
      broke: (state) =>
        state.tag === 'held' ? persistently(deps, () => abandon('upstream_failed', OUTCOME_UNKNOWN)) : undefined,
    },
  )
  return isLeft(submitted) ? left(submitted.left.callFailure) : submitted
}
