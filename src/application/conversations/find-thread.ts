import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { findEntry } from '../../domain/catalog/find-entry.ts'
import type { Model } from '../../domain/catalog/model.ts'
import { titleFrom } from '../../domain/conversation/conversation.ts'
import { openConversation } from '../../domain/conversation/open-conversation.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { Ids } from '../ports/ids.ts'
import { findOpenConversation, type ThreadFailure } from './find-open-conversation.ts'
import type { Thread } from './keep-exchange.ts'

export interface FindThreadDeps {
  readonly catalog: Catalog
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly ids: Ids
}

/** What is asked for without opening a conversation first. */
export interface Errand {
  readonly userId: string
  readonly prompt: string
  /** Null: one is made for it. */
  readonly conversationId: string | null
}

/** Where an errand's exchange goes. A conversation that is made for it is with the model, and titled by the prompt. */
export const findThread =
  ({ catalog, conversations, ids }: FindThreadDeps) =>
  async (
    { userId, conversationId, prompt }: Errand,
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
    const found = await findOpenConversation(conversations)(userId, conversationId)
    return isLeft(found) ? found : right({ conversation: found.right, isNew: false })
  }
