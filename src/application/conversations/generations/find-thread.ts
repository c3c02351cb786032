import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { findEntry } from '../../../domain/conversation/catalog-entry.ts'
import { titleFrom, openConversation, requireOpen } from '../../../domain/conversation/conversation.ts'
import type { ThreadFailure } from '../../../domain/conversation/conversation.ts'
import type { Model } from '../../../domain/catalog/model.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Thread } from '../turns/store-turn.ts'

export interface FindThreadDeps {
  readonly catalog: Catalog
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly ids: IdGenerator
}

/** What is asked for without opening a conversation first. */
export interface GenerationRequest {
  readonly userId: string
  readonly prompt: string
  /** Null: one is made for it. */
  readonly conversationId: string | null
}

/**
 * Finds the conversation that takes the messages of a generation request. Where the request names none, a new
 * conversation with the model is opened; its title is the prompt.
 */
export const findThread =
  ({ catalog, conversations, ids }: FindThreadDeps) =>
  async (
    { userId, conversationId, prompt }: GenerationRequest,
    model: Model,
    atMs: number,
  ): Promise<Either<ThreadFailure, Thread>> => {
    if (conversationId === null) {
      const entry = findEntry(catalog, model.id)
      if (isLeft(entry)) return entry
      const title = titleFrom(prompt, entry.right.title)
      const conversation = openConversation({ ...entry.right, title }, { id: ids.next(), userId, atMs })
      return right({ conversation, isNew: true })
    }
    const found = requireOpen(await conversations.find(userId, conversationId))
    return isLeft(found) ? found : right({ conversation: found.right, isNew: false })
  }
