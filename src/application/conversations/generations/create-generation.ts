import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { findTask } from '../../../domain/catalog/find-task.ts'
import type { FoundTask } from '../../../domain/catalog/find-task.ts'
import { priceOfWork } from '../../../domain/pricing/work-price.ts'
import type { Task, TaskKind } from '../../../domain/catalog/task.ts'
import type { GenerationParams } from '../../../domain/conversation/plan-task.ts'
import type { ExecuteChatDeps } from '../../gateway/chat/execute-chat.ts'
import type { GenerateAndBillImagesDeps } from '../../gateway/images/generate-and-bill-images.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import type { IdempotentExecution } from '../../idempotency/idempotently.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import { chargedTurn } from '../turns/charged-turn.ts'
import type { Charged, ChargedTurnDeps, Turn, TurnPlan, UndeliveredTurn } from '../turns/charged-turn.ts'
import { askImageGeneration, planImageGeneration } from './image-generation.ts'
import type { ImageGenerationPlan } from './image-generation.ts'
import type { ThreadFailure } from '../../../domain/conversation/conversation.ts'
import { findThread } from './find-thread.ts'
import type { FindThreadDeps } from './find-thread.ts'
import { describeTurn, storeTurn, writeTurn } from '../turns/store-turn.ts'
import type { GeneratedTurn, Question, StoreTurnDeps } from '../turns/store-turn.ts'
import type { MessageView } from '../../media/message-view.ts'
import type { GenerationFailed, GenerationFailure, UnacceptableField } from '../turns/turn-failure.ts'
import { askTextGeneration, planTextGeneration } from './text-generation.ts'
import type { TextGenerationPlan } from './text-generation.ts'

export interface CreateGenerationDeps extends ChargedTurnDeps, StoreTurnDeps, FindThreadDeps {
  readonly urls: UrlFetcher
  readonly chat: ExecuteChatDeps
  readonly images: GenerateAndBillImagesDeps
}

/** What was made for a task: the message that stands in the conversation for it. */
export interface Generation {
  readonly task: string
  readonly kind: TaskKind
  readonly answer: MessageView
}

export interface CreateGenerationInput {
  readonly userId: string
  readonly task: string
  readonly ask: GenerationParams<ImageSource>
  /** Null: one is made for it. */
  readonly conversationId: string | null
  /** Where files and the answer go while they are in memory; absent, they are not counted. */
  readonly memory?: HeldMemory | undefined
}

type Refusal = ThreadFailure | UnacceptableField | InputImageFailure

interface GenerationPlan extends TurnPlan {
  readonly task: Task
  readonly question: Question
  readonly work: TextGenerationPlan | ImageGenerationPlan
}

interface GeneratedForTask extends GeneratedTurn {
  readonly task: Task
}

const planWork = async (
  urls: UrlFetcher,
  found: FoundTask,
  { ask, memory }: Pick<CreateGenerationInput, 'ask' | 'memory'>,
): Promise<Either<UnacceptableField | InputImageFailure, TextGenerationPlan | ImageGenerationPlan>> => {
  switch (found.task.kind) {
    case 'text':
      return planTextGeneration(urls, found, ask, memory)
    case 'image':
      return planImageGeneration(urls, found, ask, memory)
    case 'video': {
      const message = 'makes a video; order it at /v1/me/video-generations'
      return left({ tag: 'unacceptable_field', path: ['task'], type: 'video_task', message })
    }
  }
}

const planGeneration = async (
  deps: CreateGenerationDeps,
  { userId, task: slug, ask, conversationId, memory }: CreateGenerationInput,
  operationId: string,
): Promise<Either<Refusal, GenerationPlan>> => {
  const askedAtMs = deps.clock.now()
  const found = findTask(deps.catalog, slug)
  if (isLeft(found)) return found
  const { task, model } = found.right
  const thread = await findThread(deps)({ userId, conversationId, prompt: ask.prompt }, model, askedAtMs)
  if (isLeft(thread)) return thread
  const work = await planWork(deps.urls, found.right, { ask, memory })
  if (isLeft(work)) return work
  const priceMicro = priceOfWork(task.price, 0)
  const { images } = work.right
  const question = { thread: thread.right, operationId, content: ask.prompt, images, askedAtMs, priceMicro }
  return right({ priceMicro, description: `Task ${task.slug}`, task, question, work: work.right })
}

const askGeneration = async (
  deps: CreateGenerationDeps,
  { task, question, work }: GenerationPlan,
  memory: HeldMemory | undefined,
): Promise<Either<UndeliveredTurn<Refusal>, GeneratedForTask>> => {
  const call = { operationId: question.operationId, memory }
  const output =
    work.kind === 'text'
      ? await askTextGeneration(deps.chat, work, call)
      : await askImageGeneration(deps.images, work, call)
  return isLeft(output) ? output : right({ ...(await storeTurn(deps, question, output.right)), task })
}

const generationTurn = (
  deps: CreateGenerationDeps,
  input: CreateGenerationInput,
): Turn<Refusal, GenerationPlan, GeneratedForTask, Generation> => ({
  plan: (operationId) => planGeneration(deps, input, operationId),
  ask: (plan) => askGeneration(deps, plan, input.memory),
  write: writeTurn,
  describe: (made) => ({
    task: made.task.slug,
    kind: made.task.kind,
    answer: describeTurn(deps, made).answer,
  }),
})

/**
 * Has a text or an image made for a task, at its price, and stores it in a conversation: the one that is named,
 * whatever its kind, or one that is made for it.
 */
export const createGeneration =
  (deps: CreateGenerationDeps) =>
  (
    input: CreateGenerationInput,
    operation: IdempotentExecution<GenerationFailed, Charged<Generation>>,
  ): Promise<Either<GenerationFailure, Charged<Generation>>> =>
    chargedTurn(deps)(input.userId, generationTurn(deps, input), operation)
