import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { GatewayFailure } from '../../domain/routing/gateway-failure.ts'
import { requestOf } from '../../domain/video/plan.ts'
import type { VideoJob } from '../../domain/video/video-job.ts'
import { loseSubmission } from '../gateway/lose-submission.ts'
import { beginSubmission, submitVideo, type SubmitVideoDeps } from '../gateway/submit-video.ts'
import type { Execution, IdempotentlyDeps, StoredAnswer } from '../idempotency/idempotently.ts'
import { storeImages } from '../media/store-images.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { WalletStore } from '../ports/wallet-store.ts'
import { type TurnRefusal, tokenWalletOf, tooFew } from './charged-turn.ts'
import { writeExchange } from './keep-exchange.ts'
import {
  planVideoGeneration,
  type PlannedFilm,
  type PlanVideoGenerationDeps,
  type VideoErrand,
  type VideoErrandFailure,
} from './plan-video-generation.ts'
import { GENERATION_FAILED, type TurnFailure, unacceptable, unsentRefusal } from './turn-failure.ts'
import { type TurnEnd, underKey } from './under-key.ts'
import type { VideoGeneration } from './video-generation.ts'

export interface CreateVideoGenerationDeps extends PlanVideoGenerationDeps, SubmitVideoDeps, IdempotentlyDeps {
  readonly wallets: Pick<WalletStore, 'find'>
  readonly media: Pick<MediaStore, 'put'>
}

export interface CreateVideoGenerationInput extends VideoErrand {
  readonly key: string
  readonly requestHash: Uint8Array
  readonly render: (generation: VideoGeneration) => Answer
  readonly renderFailure: () => Answer
}

type OrderEnd = TurnEnd<VideoErrandFailure | TurnRefusal>

type OrderExecution = Execution<VideoGeneration, OrderEnd>

interface HeldFilm extends PlannedFilm {
  readonly job: VideoJob
  readonly generation: VideoGeneration
}

/** Decides the film and holds its price. */
const hold = async (
  deps: CreateVideoGenerationDeps,
  input: CreateVideoGenerationInput,
  { operationId, beforehand }: OrderExecution,
): Promise<Either<VideoErrandFailure | TurnRefusal, HeldFilm>> => {
  const planned = await beforehand(() => planVideoGeneration(deps)(input))
  if (isLeft(planned)) return planned
  const { plan, ask, thread, priceMicro, askedAtMs } = planned.right
  const wallet = await beforehand(() => tokenWalletOf(deps.wallets, input.userId))
  const message = { conversationId: thread.conversation.id, task: input.task }
  const job: VideoJob = {
    id: operationId,
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
    instance: deps.instance,
    upstream: null,
    attempts: [],
    createdAtMs: askedAtMs,
    state: { tag: 'submitting' },
  }
  const begun = await beforehand(() => beginSubmission(deps.unitOfWork, job, null))
  if (isLeft(begun)) return left(tooFew(begun.left))
  return right({ ...planned.right, job, generation: { job, message, media: [] } })
}

/** Stores what was sent with the question. Nobody has been asked for anything yet. */
const keepFirstFrame = async (deps: CreateVideoGenerationDeps, { job, firstFrame }: HeldFilm, ownerId: string) => {
  try {
    const owner = { ownerId, galleryOf: job.userId, sent: true } as const
    return await storeImages(deps.media)(owner, firstFrame === null ? [] : [firstFrame.bytes])
  } catch (error) {
    await loseSubmission(deps.unitOfWork, job)
    throw error
  }
}

/** Hands a film whose tokens are held to a vendor; its messages begin when one has taken it. */
const order = async (
  deps: CreateVideoGenerationDeps,
  film: HeldFilm,
  execution: OrderExecution,
): Promise<Either<OrderEnd, VideoGeneration>> => {
  const { job, thread, ask, plan, firstFrame, placeOf, askedAtMs, generation } = film
  const endOf = (failure: GatewayFailure): OrderEnd => {
    const refusal = unsentRefusal(failure)
    return refusal === null ? GENERATION_FAILED : { tag: 'refused', refusal: unacceptable(refusal, placeOf) }
  }
  const [questionId, conversationId] = [deps.ids.next(), thread.conversation.id]
  const assets = await keepFirstFrame(deps, film, questionId)
  const submission = { job, deployments: plan.model.deployments, request: requestOf(ask, plan, firstFrame) }
  const submitted = await submitVideo(deps, submission, {
    keepsRefused: false,
    lost: (stores, failure) => execution.recordFailure(stores, endOf(failure)),
    taken: async (stores) => {
      const facts = { conversationId, createdAtMs: askedAtMs }
      const question = { ...facts, id: questionId, role: 'user', content: ask.prompt } as const
      const pending = { role: 'assistant', replyTo: questionId, state: { tag: 'pending' }, chargedMicro: 0n } as const
      await writeExchange(stores, thread, {
        question,
        answer: { ...facts, ...pending, id: job.id, content: '' },
        assets,
      })
      return execution.record(stores, generation)
    },
  })
  return isLeft(submitted) ? left(endOf(submitted.left)) : right(generation)
}

/**
 * Orders a film for a task: claim the key → { job, hold } → vendor → { queued, messages, recorded answer }, or
 * { job gone, hold released, recorded failure }, each in one transaction. Nothing is charged before the film is
 * finished; it then costs what was agreed. A process that dies in between leaves a job that the sweep takes back and
 * a claim whose lease ends, and no messages.
 */
export const createVideoGeneration =
  (deps: CreateVideoGenerationDeps) =>
  (input: CreateVideoGenerationInput): Promise<Either<TurnFailure, StoredAnswer>> => {
    const { userId, key, requestHash, render, renderFailure } = input
    return underKey(deps)<VideoErrandFailure | TurnRefusal, VideoGeneration>({
      userId,
      scope: 'me.video-generations',
      key,
      requestHash,
      render,
      renderFailure,
      execute: async (execution) => {
        const held = await hold(deps, input, execution)
        return isLeft(held) ? left({ tag: 'refused', refusal: held.left }) : order(deps, held.right, execution)
      },
    })
  }
