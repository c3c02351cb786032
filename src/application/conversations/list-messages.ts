import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { MessageStore } from '../ports/message-store.ts'
import { type MessageView, viewMessages, type ViewMessagesDeps } from './message-view.ts'
import { CONVERSATION_NOT_FOUND, type ConversationNotFound, type OwnConversation } from './own-conversation.ts'

export interface ListMessagesDeps extends ViewMessagesDeps {
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly messages: Pick<MessageStore, 'page'>
}

export interface ListMessagesInput extends OwnConversation {
  /** The message before which the page ends; null: it ends with the newest. */
  readonly before: string | null
  /** At least 1. */
  readonly limit: number
}

export interface MessagePage {
  /** The oldest first. */
  readonly messages: readonly MessageView[]
  /** What `before` must be to read on upwards; null at the beginning of the conversation. */
  readonly nextBefore: string | null
}

export type ListMessagesFailure = ConversationNotFound | { readonly tag: 'invalid_cursor' }

export type ListMessages = (input: ListMessagesInput) => Promise<Either<ListMessagesFailure, MessagePage>>

/** The latest messages of a conversation of the caller that stand before one of them. */
export const listMessages =
  (deps: ListMessagesDeps): ListMessages =>
  async ({ userId, conversationId, before, limit }) => {
    if ((await deps.conversations.find(userId, conversationId)) === null) return CONVERSATION_NOT_FOUND
    // One more than asked tells whether there is an earlier page.
    const found = await deps.messages.page({ conversationId, before, limit: limit + 1 })
    if (found === null) return left({ tag: 'invalid_cursor' })
    const messages = found.slice(-limit)
    const nextBefore = found.length > limit ? (messages[0]?.id ?? null) : null
    return right({ messages: await viewMessages(deps)(messages), nextBefore })
  }
