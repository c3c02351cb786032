import type { ModelKind } from '../catalog/model.ts'

/** What the model of a conversation makes. Speech has no conversations. */
export type ConversationKind = 'text' | 'image' | 'video'

/** A thread of one user. Its model or template never changes. */
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

/** A kind of model that is not named here holds no conversations. */
const KINDS: Readonly<Partial<Record<ModelKind, ConversationKind>>> = { chat: 'text', image: 'image', video: 'video' }

/** Null for a kind of model without conversations. */
export const conversationKindOf = (kind: ModelKind): ConversationKind | null => KINDS[kind] ?? null

export const MAX_TITLE_LENGTH = 200

/** A title from the text of a request: its first line, cut to the longest title. */
export const titleFrom = (text: string, otherwise: string): string => {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const title = Array.from(line).slice(0, MAX_TITLE_LENGTH).join('').trim()
  return title === '' ? otherwise : title
}
