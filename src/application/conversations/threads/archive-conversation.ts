import type { Either } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import { orNotFound } from './own-conversation.ts'
import type { ConversationNotFound, OwnConversation } from './own-conversation.ts'

interface ArchiveConversationDeps {
  readonly conversations: Pick<ConversationStore, 'archive'>
  readonly clock: Clock
}

export type ArchiveConversation = (input: OwnConversation) => Promise<Either<ConversationNotFound, Conversation>>

/** Puts a conversation of the caller away: it takes no more turns. One that is archived stays as it is. */
export const archiveConversation =
  ({ conversations, clock }: ArchiveConversationDeps): ArchiveConversation =>
  async ({ userId, conversationId }) =>
    orNotFound(await conversations.archive(userId, conversationId, clock.now()))
