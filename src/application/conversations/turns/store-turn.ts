import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { AssistantMessage, UserMessage } from '../../../domain/conversation/message.ts'
import type { InputImage } from '../../../domain/images/request.ts'
import type { StoredAsset } from '../../../domain/media/stored-asset.ts'
import { storeImages } from '../../media/store-images.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { TurnOutput } from './charged-turn.ts'
import { signMedia } from '../../media/message-view.ts'
import type { MessageView, SignMediaDeps } from '../../media/message-view.ts'

/** Where a turn is written: a conversation that exists, or one that is made with it. */
export interface Thread {
  readonly conversation: Conversation
  readonly isNew: boolean
}

/** What a user asked for, and where. */
export interface Question {
  readonly thread: Thread
  /** That of the answer's message too. */
  readonly operationId: string
  readonly content: string
  /** The images that were sent with it. */
  readonly images: readonly InputImage[]
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number
  /** What the answer is charged, micro-tokens. */
  readonly priceMicro: bigint
}

/** What a model made for a prompt. */
export interface GenerationOutput extends TurnOutput {
  /** Empty where the product is images. */
  readonly text: string
  readonly images: readonly Uint8Array[]
}

/** A question and its answer as their reader sees them. */
export interface QuestionAndAnswer {
  readonly question: MessageView
  readonly answer: MessageView
}

export interface StoreTurnDeps extends SignMediaDeps {
  readonly media: Pick<MediaStore, 'put'>
  readonly ids: IdGenerator
}

/** A turn whose files are stored and whose rows are not written yet. */
export interface GeneratedTurn extends TurnOutput {
  readonly thread: Thread
  readonly question: UserMessage
  readonly answer: AssistantMessage
  /** The files of the question. */
  readonly sent: readonly StoredAsset[]
  /** The files of the answer. */
  readonly made: readonly StoredAsset[]
}

const NO_ASSETS: readonly StoredAsset[] = []

/** Stores the files of a turn. Its rows are `writeTurn`'s. */
export const storeTurn = async (
  deps: StoreTurnDeps,
  { thread, operationId, content, images, askedAtMs, priceMicro: chargedMicro }: Question,
  { text, images: madeImages, receipt }: GenerationOutput,
): Promise<GeneratedTurn> => {
  const { id: conversationId, userId: galleryOf } = thread.conversation
  const [id, answeredAtMs] = [deps.ids.next(), deps.clock.now()]
  const given = images.map(({ bytes }) => bytes)
  const sent =
    given.length === 0 ? NO_ASSETS : await storeImages(deps.media)({ ownerId: id, galleryOf, sent: true }, given)
  const made =
    madeImages.length === 0 ? NO_ASSETS : await storeImages(deps.media)({ ownerId: operationId, galleryOf }, madeImages)
  return {
    thread,
    question: { id, conversationId, role: 'user', content, createdAtMs: askedAtMs },
    answer: {
      id: operationId,
      conversationId,
      role: 'assistant',
      content: text,
      replyTo: id,
      state: { tag: 'done' },
      chargedMicro,
      createdAtMs: answeredAtMs,
    },
    sent,
    made,
    receipt,
  }
}

/**
 * Writes the rows of one turn, so that each answer stands right behind its question. A turn that was begun
 * before its conversation was archived still belongs there: the work is done, and its owner can read it. Where the
 * owner deleted the conversation in between, only the charge is left.
 */
export const writeTurn = async (
  stores: Pick<Stores, 'conversations' | 'messages' | 'mediaAssets'>,
  { thread: { conversation, isNew }, question, answer, sent, made }: Omit<GeneratedTurn, keyof TurnOutput>,
): Promise<void> => {
  const { conversations, messages } = stores
  const { id, userId } = conversation
  if (isNew) await conversations.add(conversation)
  else if ((await conversations.lock(userId, id)) === null) return
  await messages.add([question, answer])
  await conversations.touch(id, answer.createdAtMs)
  if (sent.length + made.length > 0) await stores.mediaAssets.add([...sent, ...made])
}

/** A message with signed paths of its files. */
const viewOf = <M>(deps: SignMediaDeps, message: M, assets: readonly StoredAsset[]): MessageView<M> => ({
  message,
  media: assets.length === 0 ? [] : assets.map(signMedia(deps)),
})

export const describeTurn = (
  deps: SignMediaDeps,
  { question, answer, sent, made }: GeneratedTurn,
): QuestionAndAnswer => ({ question: viewOf(deps, question, sent), answer: viewOf(deps, answer, made) })
