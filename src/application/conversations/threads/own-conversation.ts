import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../../domain/conversation/conversation.ts'

/** A conversation as its user names it. */
export interface OwnConversation {
  readonly userId: string
  readonly conversationId: string
}

/** The conversation of another user is answered like one that does not exist. */
export interface ConversationNotFound {
  readonly tag: 'not_found'
}

export const CONVERSATION_NOT_FOUND: Either<ConversationNotFound, never> = left({ tag: 'not_found' })

export const orNotFound = (conversation: Conversation | null): Either<ConversationNotFound, Conversation> =>
  conversation === null ? CONVERSATION_NOT_FOUND : right(conversation)
