import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../catalog/catalog.ts'
import type { Model, ModelKind } from '../catalog/model.ts'
import type { Template } from '../catalog/template.ts'
import type { Json } from '../json.ts'
import { maxMicro } from '../money/money.ts'

/** What the model of a conversation makes. */
export type ConversationKind = 'text' | 'image' | 'video'

/** A kind of model that is not named here holds no conversations. */
const KINDS: Readonly<Partial<Record<ModelKind, ConversationKind>>> = { chat: 'text', image: 'image', video: 'video' }

/** Null for a kind of model without conversations. */
export const conversationKindOf = (kind: ModelKind): ConversationKind | null => KINDS[kind] ?? null

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

/** `message` tells callers which of the names that they sent is at fault. */
export interface EntryNotFound {
  readonly tag: 'not_found'
  readonly message: string
}

const NOT_FOUND: EntryNotFound = {
  tag: 'not_found',
  message: 'The catalogue has no model or template of this name that holds conversations.',
}

/** Finds the catalogue entry of a `catalog_slug`. A model of a kind without conversations is not found. */
export const findEntry = (catalog: Catalog, slug: string): Either<EntryNotFound, CatalogEntry> => {
  const template = catalog.templates.get(slug) ?? null
  const model = catalog.models.get(template?.model ?? slug)
  const kind = model === undefined ? null : conversationKindOf(model.kind)
  if (model === undefined || kind === null) return left(NOT_FOUND)
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
