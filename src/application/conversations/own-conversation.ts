import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../domain/conversation/conversation.ts'

/** A conversation as its user names it. */
export interface OwnConversation {
  readonly userId: string
  readonly conversationId: string
}

/** Somebody else's conversation is as unknown as none. */
export interface ConversationNotFound {
  readonly tag: 'not_found'
}

export const CONVERSATION_NOT_FOUND: Either<ConversationNotFound, never> = left({ tag: 'not_found' })

export const orNotFound = (conversation: Conversation | null): Either<ConversationNotFound, Conversation> =>
  conversation === null ? CONVERSATION_NOT_FOUND : right(conversation)
