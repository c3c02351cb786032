import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../domain/catalog/model.ts'
import { contentWith } from '../../domain/chat/content-with.ts'
import { contextWindow, promptTokensLeft, type TooLong } from '../../domain/chat/context-window.ts'
import type { ChatMessage } from '../../domain/chat/message.ts'
import { type ChatPlan, planChat, type PlanFailure } from '../../domain/chat/plan.ts'
import type { ChatRequest } from '../../domain/chat/request.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import { MAX_IMAGE_BYTES } from '../gateway/load-images.ts'
import type { Said } from './said.ts'

/** The model of a turn and the fields that its template or task sets beside the messages. */
export interface TurnModel {
  /** The slug of the template, model or task, for whoever looks after the catalogue. */
  readonly slug: string
  readonly model: ChatModel
  readonly parameters: Readonly<Record<string, Json>>
}

/** The caller of a turn gave nothing but words, and pictures that the model reads: what is refused is not theirs. */
const sound = <A>({ slug }: TurnModel, planned: Either<PlanFailure, A>): A => {
  if (isLeft(planned)) throw new Error(`the parameters of ${slug} are refused as ${planned.left.tag}`)
  return planned.right
}

const presetOf = ({ model, parameters }: TurnModel): ChatRequest => ({ ...parameters, model: model.id, messages: [] })

/** Tokens that messages may take in a turn; none or fewer where nothing fits. */
export const roomOf = (turn: TurnModel): number => sound(turn, promptTokensLeft(turn.model, presetOf(turn)))

/** Plans an answer to as much of what was said as the model can read. */
export const planAnswer = async (turn: TurnModel, said: readonly Said[]): Promise<Either<TooLong, ChatPlan>> => {
  const kept = contextWindow(said, { tokens: roomOf(turn), pictureBytes: MAX_IMAGE_BYTES }, turn.model)
  if (isLeft(kept)) return kept
  const messages: ChatMessage[] = []
  for (const { message, withPictures } of kept.right) {
    const pictures = withPictures ? await message.pictureUrls() : []
    messages.push({ role: message.role, content: contentWith(message.text, pictures) })
  }
  return right(sound(turn, planChat(turn.model, { ...presetOf(turn), messages })))
}
