import type { Either } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import { orNotFound } from './own-conversation.ts'
import type { ConversationNotFound, OwnConversation } from './own-conversation.ts'

export type ReadConversation = (input: OwnConversation) => Promise<Either<ConversationNotFound, Conversation>>

/** A conversation of the caller, archived or not. */
export const readConversation =
  ({ conversations }: { readonly conversations: Pick<ConversationStore, 'find'> }): ReadConversation =>
  async ({ userId, conversationId }) =>
    orNotFound(await conversations.find(userId, conversationId))
