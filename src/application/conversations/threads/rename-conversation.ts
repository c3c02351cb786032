import type { Either } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import { orNotFound } from './own-conversation.ts'
import type { ConversationNotFound, OwnConversation } from './own-conversation.ts'

interface RenameConversationInput extends OwnConversation {
  readonly title: string
}

export type RenameConversation = (input: RenameConversationInput) => Promise<Either<ConversationNotFound, Conversation>>

/** Gives a conversation of the caller another title. This does not change the time of its last activity. */
export const renameConversation =
  ({ conversations }: { readonly conversations: Pick<ConversationStore, 'rename'> }): RenameConversation =>
  async ({ userId, conversationId, title }) =>
    orNotFound(await conversations.rename(userId, conversationId, title))
