import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { findEntry, openConversation } from '../../../domain/conversation/conversation.ts'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'

interface CreateConversationDeps {
  readonly catalog: Catalog
  readonly conversations: Pick<ConversationStore, 'add'>
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface CreateConversationInput {
  readonly userId: string
  /** A model id or a template's slug. */
  readonly catalogSlug: string
  /** Null: the title of what it is opened with. */
  readonly title: string | null
}

/** Nothing on offer that holds conversations has this slug. */
interface EntryNotFound {
  readonly tag: 'not_found'
}

export type CreateConversation = (input: CreateConversationInput) => Promise<Either<EntryNotFound, Conversation>>

/** Opens a conversation with a model or a template. It costs nothing. */
export const createConversation =
  ({ catalog, conversations, ids, clock }: CreateConversationDeps): CreateConversation =>
  async ({ userId, catalogSlug, title }) => {
    const entry = findEntry(catalog, catalogSlug)
    if (isLeft(entry)) return entry
    const opening = { id: ids.next(), userId, atMs: clock.now() }
    const conversation = openConversation({ ...entry.right, title: title ?? entry.right.title }, opening)
    await conversations.add(conversation)
    return right(conversation)
  }
