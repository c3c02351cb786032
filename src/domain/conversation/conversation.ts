import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isVisible } from '../visible-text.ts'
import type { CatalogEntry, ConversationKind } from './catalog-entry.ts'

/** Messages of one user and the answers to them. Its model or template never changes. */
export interface Conversation {
  readonly id: string
  readonly userId: string
  /** The model id or template slug with which it was opened. */
  readonly catalogSlug: string
  /** The model of the slug at the time of opening. */
  readonly model: string
  readonly kind: ConversationKind
  /** 1 to 200 characters. */
  readonly title: string
  /** Milliseconds since the epoch; null while it is not archived. */
  readonly archivedAtMs: number | null
  readonly createdAtMs: number
  /** When its last message was added; for a new one, when it was opened. */
  readonly updatedAtMs: number
}

/** Why a conversation gains no message. That of another user is not found. */
export type ThreadFailure = { readonly tag: 'not_found' | 'conversation_archived' }

/** The conversation that was looked up for a user, if it can still gain messages. */
export const requireOpen = (conversation: Conversation | null): Either<ThreadFailure, Conversation> => {
  if (conversation === null) return left({ tag: 'not_found' })
  return conversation.archivedAtMs === null ? right(conversation) : left({ tag: 'conversation_archived' })
}

export const MAX_TITLE_LENGTH = 200

/** A title from the text of a request: its first line, cut to the longest title. */
export const titleFrom = (text: string, otherwise: string): string => {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const title = Array.from(line).slice(0, MAX_TITLE_LENGTH).join('').trim()
  return isVisible(title) ? title : otherwise
}

interface Opening {
  readonly id: string
  readonly userId: string
  readonly atMs: number
}

/** Of one account, archived or not. Past it none is opened for nothing; what is paid for still opens its own. */
const MAX_CONVERSATIONS = 10_000

export type TooManyConversations = { readonly tag: 'too_many_conversations'; readonly most: number }

/** Whether an account with `count` conversations may open one more for nothing. */
export const checkConversationCount = (count: number): Either<TooManyConversations, null> =>
  count >= MAX_CONVERSATIONS ? left({ tag: 'too_many_conversations', most: MAX_CONVERSATIONS }) : right(null)

/** A new conversation, empty and not archived. The catalogue entry gives its title, unless the caller does. */
export const openConversation = (
  { slug, model, kind, title }: Pick<CatalogEntry, 'slug' | 'model' | 'kind' | 'title'>,
  { id, userId, atMs }: Opening,
): Conversation => ({
  id,
  userId,
  catalogSlug: slug,
  model: model.id,
  kind,
  title,
  archivedAtMs: null,
  createdAtMs: atMs,
  updatedAtMs: atMs,
})
