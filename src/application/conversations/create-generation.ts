import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { findTask, type FoundTask } from '../../domain/catalog/find-task.ts'
import { priceOfTask, type TaskKind } from '../../domain/catalog/task.ts'
import type { GenerationAsk } from '../../domain/conversation/plan-generation.ts'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { AskChatDeps } from '../gateway/ask-chat.ts'
import type { DrawAndBillDeps } from '../gateway/draw-and-bill.ts'
import type { GivenImageFailure, ImageSource } from '../gateway/given-image.ts'
import type { StoredAnswer } from '../idempotency/idempotently.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import { type Charged, chargedTurn, type ChargedTurnDeps, type PreparedTurn } from './charged-turn.ts'
import { drawGeneration } from './draw-generation.ts'
import type { ThreadFailure } from './find-open-conversation.ts'
import { findThread, type FindThreadDeps } from './find-thread.ts'
import type { GenerationWork } from './generation-work.ts'
import { keepExchange, type KeepExchangeDeps } from './keep-exchange.ts'
import type { MessageView } from './message-view.ts'
import type { TurnFailure, UnacceptableField } from './turn-failure.ts'
import { writeGeneration } from './write-generation.ts'

export interface CreateGenerationDeps extends ChargedTurnDeps, KeepExchangeDeps, FindThreadDeps {
  readonly urls: UrlFetcher
  readonly chat: AskChatDeps
  readonly images: DrawAndBillDeps
}

/** What was made for a task: the message that stands in the conversation for it. */
export interface Generation {
  readonly task: string
  readonly kind: TaskKind
  readonly answer: MessageView
}

export interface CreateGenerationInput {
  readonly userId: string
  readonly key: string
  readonly requestHash: Uint8Array
  readonly task: string
  readonly ask: GenerationAsk<ImageSource>
  /** Null: one is made for it. */
  readonly conversationId: string | null
  readonly render: (generation: Charged<Generation>) => Answer
  readonly renderFailure: () => Answer
}

type Refusal = ThreadFailure | UnacceptableField | GivenImageFailure

/**
 * Has a text or a picture made for a task, at its price, and keeps it in a conversation: the one that is named,
 * whatever its kind, or one that is made for it.
 */
export const createGeneration =
  (deps: CreateGenerationDeps) =>
  (input: CreateGenerationInput): Promise<Either<TurnFailure, StoredAnswer>> => {
    const { userId, key, requestHash, render, renderFailure } = input
    const prepare = (operationId: string) => prepareGeneration(deps, input, operationId)
    return chargedTurn(deps)<Refusal, Generation>({
      userId,
      scope: 'me.generations',
      key,
      requestHash,
      prepare,
      render,
      renderFailure,
    })
  }

const prepareGeneration = async (
  deps: CreateGenerationDeps,
  input: CreateGenerationInput,
  operationId: string,
): Promise<Either<Refusal, PreparedTurn<Generation>>> => {
  const askedAtMs = deps.clock.now()
  const found = findTask(deps.catalog, input.task)
  if (isLeft(found)) return found
  const { userId, conversationId, ask } = input
  const errand = { userId, conversationId, prompt: ask.prompt }
  const thread = await findThread(deps)(errand, found.right.model, askedAtMs)
  if (isLeft(thread)) return thread
  const work = await workFor(deps, input, found.right)
  if (isLeft(work)) return work
  const { slug, kind, price } = found.right.task
  const { given: pictures, carryOut } = work.right
  const question = { thread: thread.right, operationId, content: ask.prompt, pictures, askedAtMs }
  return right({
    priceMicro: priceOfTask(price, 0),
    description: `Task ${slug}`,
    work: async () => {
      const product = await carryOut(operationId)
      if (isLeft(product)) return product
      const exchange = await keepExchange(deps)(question, product.right)
      return right({
        ...exchange,
        keep: async (stores, chargedMicro) => {
          const kept = await exchange.keep(stores, chargedMicro)
          return isLeft(kept) ? kept : right({ task: slug, kind, answer: kept.right.answer })
        },
      })
    },
  })
}

const workFor = async (
  { urls, chat, images }: CreateGenerationDeps,
  { ask }: CreateGenerationInput,
  found: FoundTask,
): Promise<Either<UnacceptableField | GivenImageFailure, GenerationWork>> => {
  switch (found.task.kind) {
    case 'text':
      return writeGeneration({ ...chat, urls })(found, ask)
    case 'image':
      return drawGeneration({ ...images, urls })(found, ask)
    case 'video': {
      const message = 'makes a film; order it at /v1/me/video-generations'
      return left({ tag: 'unacceptable_field', path: ['task'], type: 'video_task', message })
    }
  }
}
