import { maxMicro } from '../money/money.ts'
import type { Catalog } from './catalog.ts'
import type { Model } from './model.ts'
import type { Template } from './template.ts'

/**
 * The price of one text turn of a conversation, in micro-tokens: that of the template, else of the model, else of the
 * task `chat`. Null where none of them has a price and where the model writes no text.
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
 * (contract 8). Null where the task is not sold.
 */
export const chatPriceIn = (
  { chatPriceMicro }: Pick<Catalog, 'chatPriceMicro'>,
  { turnPriceMicro }: { readonly turnPriceMicro: bigint | null },
): bigint | null => (chatPriceMicro === null ? null : maxMicro(chatPriceMicro, turnPriceMicro ?? 0n))
