import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'

export type ThreadFailure = { readonly tag: 'not_found' | 'conversation_archived' }

/** Finds a conversation of a user that can still gain messages. */
export const findOpenConversation =
  (conversations: Pick<ConversationStore, 'find'>) =>
  async (userId: string, id: string): Promise<Either<ThreadFailure, Conversation>> => {
    const conversation = await conversations.find(userId, id)
    if (conversation === null) return left({ tag: 'not_found' })
    return conversation.archivedAtMs === null ? right(conversation) : left({ tag: 'conversation_archived' })
  }
