import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import { buildVideoRequest } from '../../../domain/video/plan.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import { abandonSubmission } from '../../gateway/videos/abandon-submission.ts'
import { beginSubmission, submitVideo } from '../../gateway/videos/submit-video.ts'
import type { SubmitVideoDeps } from '../../gateway/videos/submit-video.ts'
import type { IdempotentExecution } from '../../idempotency/idempotently.ts'
import type { NamedInstance } from '../../instances/running-instance.ts'
import { storeImages } from '../../media/store-images.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import { orAbandon, tokenWalletOf, toTurnRefusal } from '../turns/charged-turn.ts'
import { writeTurn } from '../turns/store-turn.ts'
import { planVideoGeneration } from './plan-video-generation.ts'
import type { PreparedVideo, PlanVideoGenerationDeps, VideoGenerationRequest } from './plan-video-generation.ts'
import { GENERATION_FAILED, unacceptable, unsentRefusal } from '../turns/turn-failure.ts'
import type { GenerationFailed, UnacceptableField, VideoOrderFailure } from '../turns/turn-failure.ts'
import type { VideoGeneration } from './video-generation.ts'

interface CreateVideoGenerationDeps extends PlanVideoGenerationDeps, SubmitVideoDeps {
  readonly wallets: Pick<WalletStore, 'find'>
  readonly media: Pick<MediaStore, 'put'>
  /** The running process. */
  readonly instance: NamedInstance
}

type OrderOperation = IdempotentExecution<GenerationFailed, VideoGeneration>

interface HeldVideo extends PreparedVideo, Pick<VideoGenerationRequest, 'memory'> {
  readonly job: VideoJob
  readonly generation: VideoGeneration
}

/** Decides the video and holds its price. */
const hold = async (
  deps: CreateVideoGenerationDeps,
  input: VideoGenerationRequest,
  operation: OrderOperation,
): Promise<Either<VideoOrderFailure, HeldVideo>> => {
  const planned = await orAbandon(operation, () => planVideoGeneration(deps)(input))
  if (isLeft(planned)) return planned
  const { plan, ask, thread, priceMicro, askedAtMs } = planned.right
  const wallet = await orAbandon(operation, () => tokenWalletOf(deps.wallets, input.userId))
  const message = { conversationId: thread.conversation.id, task: input.task }
  const job: VideoJob = {
    id: operation.operationId,
    userId: input.userId,
    walletId: wallet.id,
    model: plan.model.id,
    message,
    price: { tag: 'fixed', micro: priceMicro },
    tariffVersion: null,
    prompt: ask.prompt,
    seconds: plan.seconds,
    size: ask.size,
    resolution: plan.shape.resolution,
    audio: plan.audio,
    instance: deps.instance.id,
    upstream: null,
    attempts: [],
    createdAtMs: askedAtMs,
    state: { tag: 'submitting' },
  }
  const begun = await orAbandon(operation, () => beginSubmission(deps, job, null))
  if (isLeft(begun)) return left(begun.left.tag === 'hold_ended' ? GENERATION_FAILED : toTurnRefusal(begun.left))
  return right({ ...planned.right, job, generation: { job, message, media: [] }, memory: input.memory })
}

/** Stores the image that was sent with the question. No provider has been asked yet. */
const storeFirstFrame = async (deps: CreateVideoGenerationDeps, { job, firstFrame }: HeldVideo, ownerId: string) => {
  try {
    const owner = { ownerId, galleryOf: job.userId, sent: true } as const
    return await storeImages(deps.media)(owner, firstFrame === null ? [] : [firstFrame.bytes])
  } catch (error) {
    await abandonSubmission(deps.unitOfWork, job)
    throw error
  }
}

/** Hands a video whose tokens are held to a provider; its messages begin when one has taken it. */
const order = async (
  deps: CreateVideoGenerationDeps,
  video: HeldVideo,
  operation: OrderOperation,
): Promise<Either<VideoOrderFailure, VideoGeneration>> => {
  const { job, thread, ask, plan, firstFrame, fieldPathOf, askedAtMs, generation, memory } = video
  const failureOf = (failure: CallFailure): UnacceptableField | GenerationFailed => {
    const refusal = unsentRefusal(failure)
    return refusal === null ? GENERATION_FAILED : unacceptable(refusal, fieldPathOf)
  }
  const [questionId, conversationId] = [deps.ids.next(), thread.conversation.id]
  const sent = await storeFirstFrame(deps, video, questionId)
  const request = buildVideoRequest(ask, plan, firstFrame)
  const submission = { job, deployments: plan.model.deployments, request, memory }
  const submitted = await submitVideo(deps, submission, {
    keepsRefusedJob: false,
    lost: async (stores, cause) => {
      const failure = failureOf(cause)
      if (failure.tag === 'generation_failed') await operation.recordFailure(stores, failure)
    },
    taken: async (stores) => {
      const facts = { conversationId, createdAtMs: askedAtMs }
      const question = { ...facts, id: questionId, role: 'user', content: ask.prompt } as const
      const pending = { role: 'assistant', replyTo: questionId, state: { tag: 'pending' }, chargedMicro: 0n } as const
      const answer = { ...facts, ...pending, id: job.id, content: '' }
      await writeTurn(stores, { thread, question, answer, sent, made: [] })
      return operation.record(stores, generation)
    },
  })
  return isLeft(submitted) ? left(failureOf(submitted.left)) : right(generation)
}

/**
 * Orders a video for a task: { job, hold } → provider → { queued, messages, recorded answer }, or
 * { job gone, hold released, recorded failure }, each in one transaction. Nothing is charged before the video is
 * finished; it then costs what was agreed. A process that dies in between leaves a job that the sweep takes back and
 * a claim that is lost with it, and no messages.
 */
export const createVideoGeneration =
  (deps: CreateVideoGenerationDeps) =>
  async (
    input: VideoGenerationRequest,
    operation: OrderOperation,
  ): Promise<Either<VideoOrderFailure, VideoGeneration>> => {
    const held = await hold(deps, input, operation)
    return isLeft(held) ? held : order(deps, held.right, operation)
  }
