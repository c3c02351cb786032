import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { InputImage } from '../../../domain/images/request.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import { planVideo, buildVideoRequest } from '../../../domain/video/plan.ts'
import type { VideoParams, VideoPlan, VideoPlanFailure } from '../../../domain/video/plan.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import { loadInputImage } from '../../media/input-image.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import { abandonSubmission } from './abandon-submission.ts'
import type { HoldFailure } from '../metering/hold-failure.ts'
import type { KeyRefusals } from '../metering/key-refusals.ts'
import type { NamedInstance } from '../../instances/running-instance.ts'
import { beginSubmission, NO_SUBMISSION_HOOKS, OUTCOME_UNKNOWN, submitVideo } from './submit-video.ts'
import type { SubmitVideoDeps } from './submit-video.ts'

interface CreateVideoDeps extends SubmitVideoDeps {
  readonly catalog: ModelCatalog
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly urls: UrlFetcher
  readonly keyRefusals: Pick<KeyRefusals, 'note'>
  readonly ids: IdGenerator
  readonly clock: Clock
  /** The running process. */
  readonly instance: NamedInstance
}

export interface CreateVideoInput {
  readonly principal: Pick<GatewayPrincipal, 'keyId' | 'userId' | 'walletId' | 'allowedModels'>
  readonly ask: VideoParams<ImageSource>
  /** Given where the call already has a name. A job that bears it is taken up where it stands. */
  readonly operationId?: string | undefined
  /** Where the first frame goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

export type CreateVideoFailure = ModelNotFound | VideoPlanFailure | InputImageFailure | HoldFailure | CallFailure

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
  instance: instance.id,
  upstream: null,
  attempts: [],
  createdAtMs: clock.now(),
  state: { tag: 'submitting' },
})

/** What became of an earlier execution under the same name, if there was one. */
const resumeJob = async (
  deps: CreateVideoDeps,
  operationId: string | undefined,
): Promise<Either<CallFailure, VideoJob> | null> => {
  const job = operationId === undefined ? null : await deps.videoJobs.find(operationId)
  if (job === null) return null
  if (job.state.tag !== 'submitting') return right(job)
  // Its process died between asking the provider and writing down the answer: asking again could generate the video
  // twice.
  await abandonSubmission(deps.unitOfWork, job)
  return left(OUTCOME_UNKNOWN)
}

/**
 * Orders a video: holds the money, hands the job to a provider and answers it queued. Nothing is charged before the
 * video is finished. A provider that refuses the content at once fails the job; any other failure undoes it.
 */
export const createVideo =
  (deps: CreateVideoDeps) =>
  async (input: CreateVideoInput): Promise<Either<CreateVideoFailure, VideoJob>> => {
    const { principal, ask } = input
    const model = findModel(deps.catalog, ask.model, principal.allowedModels)
    if (isLeft(model)) return model
    const plan = planVideo(model.right, ask)
    if (isLeft(plan)) return plan
    const earlier = await resumeJob(deps, input.operationId)
    if (earlier !== null) return earlier

    let firstFrame: InputImage | null = null
    if (ask.firstFrame !== null) {
      const loaded = await loadInputImage(deps.urls, input.memory)(ask.firstFrame)
      if (isLeft(loaded)) return loaded
      firstFrame = loaded.right
    }
    const job = newJob(deps, input, plan.right)
    const held = await beginSubmission(deps, job, principal.keyId)
    if (isLeft(held)) {
      // The sweep took the job back: a provider may have it, as with a job that is found `submitting`.
      if (held.left.tag === 'hold_ended') return left(OUTCOME_UNKNOWN)
      deps.keyRefusals.note({ walletId: principal.walletId, budgetId: principal.keyId }, held.left)
      return left(held.left)
    }
    const { deployments } = plan.right.model
    return submitVideo(
      deps,
      { job, deployments, request: buildVideoRequest(ask, plan.right, firstFrame), memory: input.memory },
      NO_SUBMISSION_HOOKS,
    )
  }
