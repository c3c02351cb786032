import type { Catalog } from './catalog.ts'
import type { Model } from './model.ts'
import type { Template } from './template.ts'

/**
 * What one text turn of a conversation costs, in micro-tokens: the template's word, else the model's, else the
 * price of the task `chat`. Null where nobody names a price and where the model writes no text.
 */
export const turnPriceOf = (
  { chatPriceMicro }: Pick<Catalog, 'chatPriceMicro'>,
  model: Model,
  template: Pick<Template, 'turnPriceMicro'> | null,
): bigint | null =>
  model.kind === 'chat' ? (template?.turnPriceMicro ?? model.turnPriceMicro ?? chatPriceMicro) : null
