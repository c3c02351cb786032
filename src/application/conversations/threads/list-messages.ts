import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Page } from '../../page.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import type { MessageStore } from '../../ports/conversations/message-store.ts'
import { viewMessages } from '../../media/message-view.ts'
import type { MessageView, ViewMessagesDeps } from '../../media/message-view.ts'
import { CONVERSATION_NOT_FOUND } from './own-conversation.ts'
import type { ConversationNotFound, OwnConversation } from './own-conversation.ts'

interface ListMessagesDeps extends ViewMessagesDeps {
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly messages: Pick<MessageStore, 'page'>
}

interface ListMessagesInput extends OwnConversation {
  /** The message before which the page ends; null: it ends with the newest. */
  readonly before: string | null
  /** At least 1. */
  readonly limit: number
}

type ListMessagesFailure = ConversationNotFound | { readonly tag: 'invalid_cursor' }

export type ListMessages = (input: ListMessagesInput) => Promise<Either<ListMessagesFailure, Page<MessageView, string>>>

/**
 * The latest messages of a conversation of the caller that stand before one of them, the oldest first. The next page is
 * the one above.
 */
export const listMessages =
  (deps: ListMessagesDeps): ListMessages =>
  async ({ userId, conversationId, before, limit }) => {
    if ((await deps.conversations.find(userId, conversationId)) === null) return CONVERSATION_NOT_FOUND
    // One more than asked tells whether there is an earlier page.
    const found = await deps.messages.page({ conversationId, before, limit: limit + 1 })
    if (found === null) return left({ tag: 'invalid_cursor' })
    const messages = found.slice(-limit)
    const next = found.length > limit ? (messages[0]?.id ?? null) : null
    return right({ rows: await viewMessages(deps)(messages), next })
  }
