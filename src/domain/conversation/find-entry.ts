import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { conversationKindOf } from './conversation.ts'
import type { ConversationKind } from './conversation.ts'
import type { Json } from '../json.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Model } from '../catalog/model.ts'
import { turnPriceOf } from '../catalog/turn-price.ts'

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
