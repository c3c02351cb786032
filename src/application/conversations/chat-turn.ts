import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../domain/catalog/model.ts'
import { findTask } from '../../domain/catalog/find-task.ts'
import { chatPriceIn } from '../../domain/catalog/turn-price.ts'
import { CHAT_TASK, priceOfTask, type Task } from '../../domain/catalog/task.ts'
import type { LooseAnswer, Message } from '../../domain/conversation/message.ts'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { StoredAnswer } from '../idempotency/idempotently.ts'
import { type Charged, chargedTurn, type PreparedTurn } from './charged-turn.ts'
import { prepareConversationTurn, type SayingRefusal } from './conversation-turn.ts'
import type { MessageView } from './message-view.ts'
import { planAnswer } from './plan-answer.ts'
import { saidInWords } from './said.ts'
import type { SendMessageDeps } from './send-message.ts'
import type { TurnFailure } from './turn-failure.ts'
import { failedAnswer, writeText } from './write-text.ts'

/** One message of a dialogue that its caller keeps. */
export interface Line {
  readonly role: 'system' | 'developer' | 'user' | 'assistant'
  readonly content: string
}

/** Where the dialogue stands: with its caller, who tells it whole and ends with a line of the user; or here. */
export type Dialogue =
  | { readonly tag: 'told'; readonly lines: readonly Line[] }
  | { readonly tag: 'kept'; readonly conversationId: string; readonly content: string }

export interface ChatTurn {
  readonly answer: MessageView<Message | LooseAnswer>
}

export interface ChatTurnInput {
  readonly userId: string
  readonly key: string
  readonly requestHash: Uint8Array
  readonly dialogue: Dialogue
  readonly render: (turn: Charged<ChatTurn>) => Answer
  readonly renderFailure: () => Answer
}

/** One turn of a dialogue, at the price of the task `chat`; in a conversation that costs more, at its price. */
export const chatTurn =
  (deps: SendMessageDeps) =>
  ({
    userId,
    key,
    requestHash,
    dialogue,
    render,
    renderFailure,
  }: ChatTurnInput): Promise<Either<TurnFailure, StoredAnswer>> =>
    chargedTurn(deps)<SayingRefusal, ChatTurn>({
      userId,
      scope: 'me.chat',
      key,
      requestHash,
      prepare: async (operationId) => {
        if (dialogue.tag === 'told') return prepareToldTurn(deps, dialogue.lines, operationId)
        const { conversationId, content } = dialogue
        const prepare = prepareConversationTurn(deps, (entry) => chatPriceIn(deps.catalog, entry))
        return prepare({ userId, conversationId, content, images: [] }, operationId)
      },
      render,
      renderFailure,
    })

const findChatTask = ({
  catalog,
}: SendMessageDeps): Either<SayingRefusal, { readonly task: Task; readonly model: ChatModel }> => {
  const found = findTask(catalog, CHAT_TASK)
  if (isLeft(found)) return found
  const { task, model } = found.right
  if (model.kind !== 'chat') throw new Error(`the task ${task.slug} is carried out by ${model.id}, which does not chat`)
  return right({ task, model })
}

const prepareToldTurn = async (
  deps: SendMessageDeps,
  lines: readonly Line[],
  operationId: string,
): Promise<Either<SayingRefusal, PreparedTurn<ChatTurn>>> => {
  const found = findChatTask(deps)
  if (isLeft(found)) return found
  const { task, model } = found.right
  const { slug, parameters, price } = task
  const said = lines.map(({ role, content }) => saidInWords(role, content))
  const plan = await planAnswer({ slug, model, parameters }, said)
  if (isLeft(plan)) {
    const message = 'are more than the model reads'
    return left({ tag: 'unacceptable_field', path: ['messages'], type: plan.left.tag, message })
  }
  return right({
    priceMicro: priceOfTask(price, 0),
    description: `Task ${slug}`,
    work: async () => {
      const written = await writeText(deps, failedAnswer)(plan.right, operationId)
      if (isLeft(written)) return written
      const { text: content, usage, receipt } = written.right
      const createdAtMs = deps.clock.now()
      const role = 'assistant'
      const message = {
        id: operationId,
        conversationId: null,
        role,
        content,
        state: { tag: 'done' },
        createdAtMs,
      } as const
      return right({
        usage,
        receipt,
        keep: async (_, chargedMicro) => right({ answer: { message: { ...message, chargedMicro }, media: [] } }),
      })
    },
  })
}
