import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type ConversationKind, conversationKindOf } from '../conversation/conversation.ts'
import type { Json } from '../ledger/transfer.ts'
import type { Catalog } from './catalog.ts'
import type { Model } from './model.ts'
import { turnPriceOf } from './turn-price.ts'

/** What a conversation is opened with: a model as it is, or one dressed up by a template. */
export interface CatalogEntry {
  /** The model id or template slug. */
  readonly slug: string
  readonly model: Model
  /** Of its conversations. */
  readonly kind: ConversationKind
  /** The template's title; of a model its id. */
  readonly title: string
  readonly systemPrompt: string | null
  /** Fixed fields of every request made with it. */
  readonly parameters: Readonly<Record<string, Json>>
  /** Micro-tokens of one text turn, whoever names them; null: no price, or no chat model. */
  readonly turnPriceMicro: bigint | null
}

/** Finds what a `catalog_slug` names. A model that only speaks holds no conversations and is not found. */
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
