import type { Balance } from '../accounts/customer.ts'
import { bodyOf } from '../accounts/person.ts'
import type { Person } from '../accounts/person.ts'

/** Answers of the account interface as a front end reads them; their shapes are checked against the document. */
export interface Conversation {
  readonly id: string
  readonly catalog_slug: string
  readonly kind: string
  readonly title: string
  readonly archived: boolean
  readonly archived_at: number | null
}

export interface Media {
  readonly idx: number
  readonly kind: string
  readonly mime_type: string
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
  readonly url: string
  readonly thumbnail_url: string | null
}

export interface Message {
  readonly id: string
  readonly conversation_id: string | null
  readonly role: string
  readonly content: string
  readonly status: string
  readonly media: readonly Media[]
  readonly error: { readonly code: string } | null
  readonly charged: string | null
}

interface Charged {
  readonly charged: string
  readonly wallet: Balance
}

export interface ConversationTurn extends Charged {
  readonly user_message: Message
  readonly assistant_message: Message
}

export interface ChatTurn extends Charged {
  readonly message: Message
}

export interface Generation extends Charged {
  readonly id: string
  readonly conversation_id: string
  readonly message_id: string
  readonly text: string | null
  readonly media: readonly Media[]
}

export interface VideoGeneration {
  readonly id: string
  readonly status: string
  readonly conversation_id: string
  readonly message_id: string
  readonly media: readonly Media[]
  readonly error: { readonly code: string } | null
}

export interface GalleryItem {
  readonly message_id: string
  readonly conversation_id: string
  readonly idx: number
  readonly kind: string
  readonly source: string
  readonly prompt: string
  readonly url: string
}

export interface GalleryPage {
  readonly data: readonly GalleryItem[]
  readonly next_cursor: string | null
}

interface MessagePage {
  readonly data: readonly Message[]
  readonly next_before: string | null
}

export const CONVERSATIONS = '/v1/me/conversations'

export const messagesOf = (conversationId: string): string => `${CONVERSATIONS}/${conversationId}/messages`

export const openConversation = async (person: Person, slug: string): Promise<Conversation> =>
  bodyOf(await person.call('POST', CONVERSATIONS, { catalog_slug: slug }), 201)

/** A whole conversation, loaded upwards page by page; the oldest message first. */
export const readMessages = async (
  person: Person,
  conversationId: string,
  limit = 200,
  before: string | null = null,
): Promise<readonly Message[]> => {
  const query = `?limit=${limit}${before === null ? '' : `&before=${before}`}`
  const { data, next_before: next } = bodyOf<MessagePage>(await person.get(messagesOf(conversationId) + query), 200)
  return next === null ? data : [...(await readMessages(person, conversationId, limit, next)), ...data]
}

/** A whole gallery, page by page; the newest first. */
export const readGallery = async (
  person: Person,
  query = 'limit=60',
  cursor: string | null = null,
): Promise<readonly GalleryItem[]> => {
  const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const { data, next_cursor: next } = bodyOf<GalleryPage>(await person.get(`/v1/me/gallery?${query}${from}`), 200)
  return next === null ? data : [...data, ...(await readGallery(person, query, next))]
}

/** The path of an address that the service gave out. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}
