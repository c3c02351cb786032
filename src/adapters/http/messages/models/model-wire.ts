import * as t from 'io-ts'
import type { ChatModel, Model } from '../../../../domain/catalog/model.ts'
import { count, nullish, text } from '../../codecs/codecs.ts'

const moment = text('a moment (RFC 3339)', () => true, { format: 'date-time' })

/** Anthropic's description of a model. */
export const modelDescription = t.type(
  {
    type: t.literal('model'),
    id: t.string,
    display_name: t.string,
    created_at: moment,
    lifecycle: t.string,
    retires_at: nullish(moment),
    max_input_tokens: nullish(count),
    max_tokens: count,
  },
  'MessagesModel',
)

export const isChatModel = (model: Model): model is ChatModel => model.kind === 'chat'

const momentOf = (unixSeconds: number): string => new Date(unixSeconds * 1_000).toISOString()

export const describeModel = ({ id, created, retires, limits }: ChatModel): t.TypeOf<typeof modelDescription> => ({
  type: 'model',
  id,
  display_name: id,
  created_at: momentOf(created),
  lifecycle: 'active',
  retires_at: retires === null || retires === undefined ? null : momentOf(retires),
  max_input_tokens: limits.contextTokens,
  max_tokens: limits.maxOutputTokens,
})
