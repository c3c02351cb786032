import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelKind, Model } from '../catalog/model.ts'
import { maxMicro } from '../money/money.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Template } from '../catalog/template.ts'
import type { Json } from '../json.ts'

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

/** Why a conversation gains no message. That of another user is not found. */
export type ThreadFailure = { readonly tag: 'not_found' | 'conversation_archived' }

/** The conversation that was looked up for a user, if it can still gain messages. */
export const requireOpen = (conversation: Conversation | null): Either<ThreadFailure, Conversation> => {
  if (conversation === null) return left({ tag: 'not_found' })
  return conversation.archivedAtMs === null ? right(conversation) : left({ tag: 'conversation_archived' })
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

/**
 * The price of one text turn of a conversation, in micro-tokens: that of the template, else of the model, else of the
 * task `chat`. Null if none of them has a price and where the model writes no text.
 */
export const turnPriceOf = (
  { chatPriceMicro }: Pick<Catalog, 'chatPriceMicro'>,
  model: Model,
  template: Pick<Template, 'turnPriceMicro'> | null,
): bigint | null =>
  model.kind === 'chat' ? (template?.turnPriceMicro ?? model.turnPriceMicro ?? chatPriceMicro) : null

/**
 * The price of a turn of `/v1/me/chat` in a conversation, in micro-tokens: that of the task `chat` or, where it is
 * higher, that of a turn of the conversation. So an expensive model is not available for the price of the task
 * (contract 8). Null if the task is not sold.
 */
export const chatPriceIn = (
  { chatPriceMicro }: Pick<Catalog, 'chatPriceMicro'>,
  { turnPriceMicro }: { readonly turnPriceMicro: bigint | null },
): bigint | null => (chatPriceMicro === null ? null : maxMicro(chatPriceMicro, turnPriceMicro ?? 0n))

/** What a conversation can be opened with: a model, or a model with the settings of a template. */
export interface CatalogEntry {
  /** The model id or template slug. */
  readonly slug: string
  readonly model: Model
  /** The kind of its conversations. */
  readonly kind: ConversationKind
  /** The template's title, or the model's id. */
  readonly title: string
  readonly systemPrompt: string | null
  /** Fixed fields of every request made with it. */
  readonly parameters: Readonly<Record<string, Json>>
  /**
   * Micro-tokens of one text turn, the same for every caller. Null: it has no price, or the model is no chat model.
   */
  readonly turnPriceMicro: bigint | null
}

/**
 * Finds the catalogue entry of a `catalog_slug`. A model that only makes speech has no conversations and is not found.
 */
export const findEntry = (catalog: Catalog, slug: string): Either<{ readonly tag: 'not_found' }, CatalogEntry> => {
  const template = catalog.templates.get(slug) ?? null
  const model = catalog.models.get(template?.model ?? slug)
  const kind = model === undefined ? null : conversationKindOf(model.kind)
  if (model === undefined || kind === null) return left({ tag: 'not_found' })
  return right({
    slug,
    model,
    kind,
    title: template?.title ?? model.id,
    systemPrompt: template?.systemPrompt ?? null,
    parameters: template?.parameters ?? {},
    turnPriceMicro: turnPriceOf(catalog, model, template),
  })
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
export const checkConversationCount = (count: number): Either<TooManyConversations, number> =>
  count >= MAX_CONVERSATIONS ? left({ tag: 'too_many_conversations', most: MAX_CONVERSATIONS }) : right(count)

/** A new thread, empty and not archived. Its title is that of the catalogue entry, unless the caller gives another. */
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
