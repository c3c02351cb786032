import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { findEntry } from '../../../domain/conversation/catalog-entry.ts'
import type { EntryNotFound } from '../../../domain/conversation/catalog-entry.ts'
import { checkConversationCount, openConversation } from '../../../domain/conversation/conversation.ts'
import type { Conversation, TooManyConversations } from '../../../domain/conversation/conversation.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

interface CreateConversationDeps {
  readonly catalog: Catalog
  readonly unitOfWork: UnitOfWork
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

export type CreateConversationFailure = EntryNotFound | TooManyConversations
export type CreateConversation = (
  input: CreateConversationInput,
) => Promise<Either<CreateConversationFailure, Conversation>>

/** Opens a conversation with a model or a template. It costs nothing. */
export const createConversation =
  ({ catalog, unitOfWork, ids, clock }: CreateConversationDeps): CreateConversation =>
  async ({ userId, catalogSlug, title }) => {
    const entry = findEntry(catalog, catalogSlug)
    if (isLeft(entry)) return entry
    const opening = { id: ids.next(), userId, atMs: clock.now() }
    const conversation = openConversation({ ...entry.right, title: title ?? entry.right.title }, opening)
    return unitOfWork.transact<CreateConversationFailure, Conversation>(async ({ users, conversations }) => {
      // The lock makes concurrent calls count the conversations one after another.
      await users.lock(userId)
      const allowed = checkConversationCount(await conversations.count(userId))
      if (isLeft(allowed)) return allowed
      await conversations.add(conversation)
      return right(conversation)
    })
  }
