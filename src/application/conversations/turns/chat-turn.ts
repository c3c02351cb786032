import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../../domain/catalog/model.ts'
import { findTask } from '../../../domain/catalog/find-task.ts'
import { chatPriceIn } from '../../../domain/conversation/catalog-entry.ts'
import { CHAT_TASK } from '../../../domain/catalog/task.ts'
import { priceOfWork } from '../../../domain/pricing/work-price.ts'
import type { Task } from '../../../domain/catalog/task.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { StandaloneMessage, Message } from '../../../domain/conversation/message.ts'
import type { IdempotentExecution } from '../../idempotency/idempotently.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { MessageView } from '../../media/message-view.ts'
import { chargedTurn } from './charged-turn.ts'
import type { Charged, Turn, TurnOutput, TurnPlan, UndeliveredTurn } from './charged-turn.ts'
import { textMessage, generateText, planTurn, promptBudget } from './text-turn.ts'
import { conversationTurn } from './send-message.ts'
import type { SendMessageDeps, TurnInputRefusal } from './send-message.ts'
import type { GenerationFailed, TextTurnFailure } from './turn-failure.ts'

/** One message of a history that the caller sends. */
interface InlineMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant'
  readonly content: string
}

/**
 * The caller sends the whole history and ends it with a message of the user, or it is stored in a conversation here.
 */
export type ChatHistory =
  | { readonly tag: 'inline'; readonly lines: readonly InlineMessage[] }
  | { readonly tag: 'stored'; readonly conversationId: string; readonly content: string }

export interface ChatTurn {
  readonly answer: MessageView<Message | StandaloneMessage>
}

export interface ChatTurnInput {
  readonly userId: string
  readonly history: ChatHistory
  /** Where the answer goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

/** One turn of a conversation, at the price of the task `chat`; in a conversation that costs more, at its price. */
export const chatTurn =
  (deps: SendMessageDeps) =>
  (
    { userId, history, memory }: ChatTurnInput,
    operation: IdempotentExecution<GenerationFailed, Charged<ChatTurn>>,
  ): Promise<Either<TextTurnFailure, Charged<ChatTurn>>> => {
    if (history.tag === 'inline') return chargedTurn(deps)(userId, inlineTurn(deps, history.lines, memory), operation)
    const { conversationId, content } = history
    const input = { userId, conversationId, content, images: [], memory }
    const turn = conversationTurn(deps, (entry) => chatPriceIn(deps.catalog, entry), input)
    return chargedTurn(deps)(userId, turn, operation)
  }

const findChatTask = ({
  catalog,
}: SendMessageDeps): Either<TurnInputRefusal, { readonly task: Task; readonly model: ChatModel }> => {
  const found = findTask(catalog, CHAT_TASK)
  if (isLeft(found)) return found
  const { task, model } = found.right
  if (model.kind !== 'chat') throw new Error(`the task ${task.slug} is carried out by ${model.id}, which does not chat`)
  return right({ task, model })
}

interface InlineTurnPlan extends TurnPlan {
  readonly operationId: string
  readonly chat: ChatPlan
}

interface InlineAnswer extends TurnOutput {
  readonly message: StandaloneMessage
}

const planInlineTurn = async (
  deps: SendMessageDeps,
  lines: readonly InlineMessage[],
  operationId: string,
): Promise<Either<TurnInputRefusal, InlineTurnPlan>> => {
  const found = findChatTask(deps)
  if (isLeft(found)) return found
  const { task, model } = found.right
  const { slug, parameters, price } = task
  const turn = { slug, model, parameters }
  const messages = lines.map(({ role, content }) => textMessage(role, content))
  const chat = await planTurn(turn, messages, promptBudget(turn))
  if (isLeft(chat)) {
    const message = 'are more than the model reads'
    return left({ tag: 'unacceptable_field', path: ['messages'], type: chat.left.tag, message })
  }
  return right({ priceMicro: priceOfWork(price, 0), description: `Task ${slug}`, operationId, chat: chat.right })
}

const askInlineTurn = async (
  deps: SendMessageDeps,
  { operationId: id, chat, priceMicro: chargedMicro }: InlineTurnPlan,
  memory: HeldMemory | undefined,
): Promise<Either<UndeliveredTurn, InlineAnswer>> => {
  const written = await generateText(deps, chat, { operationId: id, memory })
  if (isLeft(written)) return written
  const { text: content, receipt } = written.right
  const createdAtMs = deps.clock.now()
  const fixed = { conversationId: null, role: 'assistant', state: { tag: 'done' } } as const
  return right({ receipt, message: { id, content, createdAtMs, chargedMicro, ...fixed } })
}

/** A turn of a history that the caller keeps: nothing of it is stored. */
const inlineTurn = (
  deps: SendMessageDeps,
  lines: readonly InlineMessage[],
  memory: HeldMemory | undefined,
): Turn<TurnInputRefusal, InlineTurnPlan, InlineAnswer, ChatTurn> => ({
  plan: (operationId) => planInlineTurn(deps, lines, operationId),
  ask: (plan) => askInlineTurn(deps, plan, memory),
  write: async () => undefined,
  describe: ({ message }) => ({ answer: { message, media: [] } }),
})
