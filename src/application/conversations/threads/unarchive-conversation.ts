import type { Either } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import { orNotFound } from './own-conversation.ts'
import type { ConversationNotFound, OwnConversation } from './own-conversation.ts'

export type UnarchiveConversation = (input: OwnConversation) => Promise<Either<ConversationNotFound, Conversation>>

/** Takes a conversation of the caller out of the archive. One that is not archived stays as it is. */
export const unarchiveConversation =
  ({ conversations }: { readonly conversations: Pick<ConversationStore, 'archive'> }): UnarchiveConversation =>
  async ({ userId, conversationId }) =>
    orNotFound(await conversations.archive(userId, conversationId, null))
