import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../domain/catalog/catalog.ts'
import { findModel, type ModelNotFound } from '../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { GivenImage } from '../../domain/images/request.ts'
import type { GatewayFailure } from '../../domain/routing/gateway-failure.ts'
import { planVideo, requestOf, type VideoAsk, type VideoPlan, type VideoPlanFailure } from '../../domain/video/plan.ts'
import type { VideoJob } from '../../domain/video/video-job.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import { type GivenImageFailure, type ImageSource, loadGivenImage } from './given-image.ts'
import { loseSubmission } from './lose-submission.ts'
import type { HoldFailure } from './metered-call.ts'
import { beginSubmission, JOB_ALONE, submitVideo, type SubmitVideoDeps } from './submit-video.ts'

export interface CreateVideoDeps extends SubmitVideoDeps {
  readonly catalog: ModelCatalog
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly urls: UrlFetcher
  readonly ids: Ids
  readonly clock: Clock
  /** The running process. */
  readonly instance: string
}

export interface CreateVideoInput {
  readonly principal: Pick<GatewayPrincipal, 'userId' | 'walletId' | 'budgetId' | 'allowedModels'>
  readonly ask: VideoAsk<ImageSource>
  /** Given where the call already has a name. A job that bears it is taken up where it stands. */
  readonly operationId?: string | undefined
}

export type CreateVideoFailure = ModelNotFound | VideoPlanFailure | GivenImageFailure | HoldFailure | GatewayFailure

const newJob = (
  { ids, clock, instance }: CreateVideoDeps,
  { principal, ask, operationId }: CreateVideoInput,
  plan: VideoPlan,
): VideoJob => ({
  id: operationId ?? ids.next(),
  userId: principal.userId,
  walletId: principal.walletId,
  model: plan.model.id,
  message: null,
  price: { tag: 'per_second', micro: plan.pricePerSecondMicro },
  tariffVersion: plan.model.tariffVersion,
  prompt: ask.prompt,
  seconds: plan.seconds,
  size: plan.size,
  resolution: plan.shape.resolution,
  audio: plan.audio,
  instance,
  upstream: null,
  attempts: [],
  createdAtMs: clock.now(),
  state: { tag: 'submitting' },
})

/** What became of an earlier execution under the same name, if there was one. */
const takeUp = async (
  deps: CreateVideoDeps,
  operationId: string | undefined,
): Promise<Either<GatewayFailure, VideoJob> | null> => {
  const job = operationId === undefined ? null : await deps.videoJobs.find(operationId)
  if (job === null) return null
  if (job.state.tag !== 'submitting') return right(job)
  // Its process died between asking the vendor and writing down the answer: asking again could film it twice.
  await loseSubmission(deps.unitOfWork, job)
  return left({ tag: 'upstream_error', mayHaveWorked: true })
}

/**
 * Orders a film: holds the money, hands the job to a vendor and answers it queued. Nothing is charged before the
 * film is finished. A vendor that refuses the content at once fails the job; any other failure undoes it.
 */
export const createVideo =
  (deps: CreateVideoDeps) =>
  async (input: CreateVideoInput): Promise<Either<CreateVideoFailure, VideoJob>> => {
    const { principal, ask } = input
    const model = findModel(deps.catalog, ask.model, principal.allowedModels)
    if (isLeft(model)) return model
    const plan = planVideo(model.right, ask)
    if (isLeft(plan)) return plan
    const earlier = await takeUp(deps, input.operationId)
    if (earlier !== null) return earlier

    let firstFrame: GivenImage | null = null
    if (ask.firstFrame !== null) {
      const loaded = await loadGivenImage(deps.urls)(ask.firstFrame)
      if (isLeft(loaded)) return loaded
      firstFrame = loaded.right
    }
    const job = newJob(deps, input, plan.right)
    const held = await beginSubmission(deps.unitOfWork, job, principal.budgetId)
    if (isLeft(held)) return held
    const { deployments } = plan.right.model
    return submitVideo(deps, { job, deployments, request: requestOf(ask, plan.right, firstFrame) }, JOB_ALONE)
  }
