import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../../domain/catalog/model.ts'
import { contentWithImages } from '../../../domain/chat/content-with-images.ts'
import { contextWindow, promptTokensLeft } from '../../../domain/chat/context-window.ts'
import type { TooLong } from '../../../domain/chat/context-window.ts'
import type { ChatMessage } from '../../../domain/chat/message.ts'
import { planChat } from '../../../domain/chat/plan.ts'
import type { ChatPlan, PlanFailure } from '../../../domain/chat/plan.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { Json } from '../../../domain/json.ts'
import { MAX_IMAGE_BYTES } from '../../media/load-images.ts'
import { executeChat } from '../../gateway/chat/execute-chat.ts'
import type { ExecuteChatDeps, FailedChat } from '../../gateway/chat/execute-chat.ts'
import type { TurnOutput, UndeliveredTurn } from './charged-turn.ts'
import type { HistoryMessage } from './load-history.ts'

/** The model of a turn and the fields that its template or task sets beside the messages. */
interface TurnModel {
  /** The slug of the template, model or task, for the operator who edits the catalogue. */
  readonly slug: string
  readonly model: ChatModel
  readonly parameters: Readonly<Record<string, Json>>
}

/** The caller of a turn gives nothing but texts and pictures: what a plan refuses here stands in the catalogue. */
const expectPlanned = <A>({ slug }: TurnModel, planned: Either<PlanFailure, A>): A => {
  if (isLeft(planned)) throw new Error(`the parameters of ${slug} are refused as ${planned.left.tag}`)
  return planned.right
}

const presetOf = ({ model, parameters }: TurnModel): ChatRequest => ({ ...parameters, model: model.id, messages: [] })

/** Tokens that messages may take in a turn; none or fewer where nothing fits. */
export const promptBudget = (turn: TurnModel): number =>
  expectPlanned(turn, promptTokensLeft(turn.model, presetOf(turn)))

/** Plans an answer to as many of the messages as fit `tokens`. */
export const planTurn = async (
  turn: TurnModel,
  messages: readonly HistoryMessage[],
  tokens: number,
): Promise<Either<TooLong, ChatPlan>> => {
  const kept = contextWindow(messages, { tokens, pictureBytes: MAX_IMAGE_BYTES }, turn.model)
  if (isLeft(kept)) return kept
  const sent: ChatMessage[] = []
  for (const { message, withPictures } of kept.right) {
    const pictures = withPictures && message.pictures > 0 ? await message.pictureUrls() : []
    sent.push({ role: message.role, content: contentWithImages(message.text, pictures) })
  }
  return right(expectPlanned(turn, planChat(turn.model, { ...presetOf(turn), messages: sent })))
}

interface GeneratedText extends TurnOutput {
  /** Never empty. */
  readonly text: string
}

/** A caller that gave nothing but texts and pictures learns only that the model failed. */
const failedTurn = ({ receipt }: FailedChat): UndeliveredTurn => ({ reason: 'upstream_failed', receipt })

/** Has a model write one text. A refusal, or an answer without a text, costs nothing. */
export const generateText = async <E = never>(
  deps: ExecuteChatDeps,
  plan: ChatPlan,
  operationId: string,
  undeliveredOf: (failed: FailedChat) => UndeliveredTurn<E> = failedTurn,
): Promise<Either<UndeliveredTurn<E>, GeneratedText>> => {
  const asked = await executeChat(deps)(plan, operationId)
  if (isLeft(asked)) return left(undeliveredOf(asked.left))
  const { completion, verdict } = asked.right
  if (verdict.tag === 'release') return left(verdict)
  const text = completion.choices[0]?.message.content ?? ''
  const { usage, receipt } = verdict
  return text === '' ? left({ reason: 'nothing_delivered', receipt }) : right({ text, usage, receipt })
}
