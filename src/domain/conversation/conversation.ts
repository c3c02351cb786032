import type { ModelKind } from '../catalog/model.ts'

/** What a conversation's model makes. Sound is no conversation. */
export type ConversationKind = 'text' | 'image' | 'video'

/** A thread of one user, bound for good to a model or template of the catalogue. */
export interface Conversation {
  readonly id: string
  readonly userId: string
  /** The model id or template slug it was opened with. */
  readonly catalogSlug: string
  /** The model behind the slug when it was opened. */
  readonly model: string
  readonly kind: ConversationKind
  /** 1 to 200 characters. */
  readonly title: string
  /** Milliseconds since the epoch; null while it is not archived. */
  readonly archivedAtMs: number | null
  readonly createdAtMs: number
  /** When it last gained a message; of a new one, when it was opened. */
  readonly updatedAtMs: number
}

const KINDS: Readonly<Record<ModelKind, ConversationKind | null>> = {
  chat: 'text',
  image: 'image',
  video: 'video',
  speech: null,
}

/** Null for a kind of model that holds no conversations. */
export const conversationKindOf = (kind: ModelKind): ConversationKind | null => KINDS[kind]

export const LONGEST_TITLE = 200

/** A title made of what somebody asked for: its first line, cut to the longest title. */
export const titleFrom = (text: string, otherwise: string): string => {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const title = Array.from(line).slice(0, LONGEST_TITLE).join('').trim()
  return title === '' ? otherwise : title
}
