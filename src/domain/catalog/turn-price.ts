import { maxMicro } from '../money/money.ts'
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

/**
 * What a turn of `/v1/me/chat` in a conversation costs, in micro-tokens: the price of the task `chat` or, where that is
 * more, of a turn of the conversation, so that no dear model is to be had for the price of the task (contract 8). Null
 * where the task is not sold.
 */
export const chatPriceIn = (
  { chatPriceMicro }: Pick<Catalog, 'chatPriceMicro'>,
  { turnPriceMicro }: { readonly turnPriceMicro: bigint | null },
): bigint | null => (chatPriceMicro === null ? null : maxMicro(chatPriceMicro, turnPriceMicro ?? 0n))
