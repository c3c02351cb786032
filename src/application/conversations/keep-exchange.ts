import { right } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../domain/conversation/conversation.ts'
import type { AssistantMessage, UserMessage } from '../../domain/conversation/message.ts'
import type { GivenImage } from '../../domain/images/request.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { storeImages } from '../media/store-images.ts'
import type { Ids } from '../ports/ids.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { Stores } from '../ports/stores.ts'
import type { MadeTurn } from './charged-turn.ts'
import type { Product } from './generation-work.ts'
import { type MessageView, signMedia, type SignMediaDeps } from './message-view.ts'

/** Where an exchange goes: a conversation there is, or one that is made with it. */
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
  /** The pictures that were sent with it. */
  readonly pictures: readonly GivenImage[]
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number
}

/** A question and its answer as their reader sees them. */
export interface Exchange {
  readonly question: MessageView
  readonly answer: MessageView
}

export interface KeepExchangeDeps extends SignMediaDeps {
  readonly media: Pick<MediaStore, 'put'>
  readonly ids: Ids
}

/** An exchange as it is written down. */
export interface ExchangeRows {
  readonly question: UserMessage
  readonly answer: AssistantMessage
  /** The files of both. */
  readonly assets: readonly StoredAsset[]
}

/** Writes one exchange after the other, so that each answer stands right behind its question. */
export const writeExchange = async (
  { conversations, messages, mediaAssets }: Pick<Stores, 'conversations' | 'messages' | 'mediaAssets'>,
  { conversation, isNew }: Thread,
  { question, answer, assets }: ExchangeRows,
): Promise<void> => {
  const { id, userId } = conversation
  if (isNew) await conversations.add(conversation)
  else if ((await conversations.lock(userId, id)) === null) throw new Error(`conversation ${id} is gone`)
  await messages.add([question, answer])
  await conversations.touch(id, answer.createdAtMs)
  await mediaAssets.add(assets)
}

/**
 * Stores the files of an exchange now, and its rows inside the transaction that charges for it. One that was begun
 * before its conversation was archived still belongs there: the work is done, and its owner can read it.
 */
export const keepExchange =
  (deps: KeepExchangeDeps) =>
  async (
    { thread, operationId, content, pictures, askedAtMs }: Question,
    product: Product,
  ): Promise<MadeTurn<Exchange>> => {
    const { id: conversationId, userId } = thread.conversation
    const [id, answeredAtMs] = [deps.ids.next(), deps.clock.now()]
    const store = storeImages(deps.media)
    const sent = await store(
      { ownerId: id, galleryOf: userId, sent: true },
      pictures.map(({ bytes }) => bytes),
    )
    const made = await store({ ownerId: operationId, galleryOf: userId }, product.pictures)
    return {
      usage: product.usage,
      receipt: product.receipt,
      keep: async (stores, chargedMicro) => {
        const question = { id, conversationId, role: 'user', content, createdAtMs: askedAtMs } as const
        const answer = {
          id: operationId,
          conversationId,
          role: 'assistant',
          content: product.text,
          replyTo: id,
          state: { tag: 'done' },
          chargedMicro,
          createdAtMs: answeredAtMs,
        } as const
        await writeExchange(stores, thread, { question, answer, assets: [...sent, ...made] })
        return right({
          question: { message: question, media: sent.map(signMedia(deps)) },
          answer: { message: answer, media: made.map(signMedia(deps)) },
        })
      },
    }
  }
