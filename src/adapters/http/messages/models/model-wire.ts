import * as t from 'io-ts'
import type { ChatModel, Model } from '../../../../domain/catalog/model.ts'
import { count, orNull, text } from '../../codecs/codecs.ts'

const moment = text('a moment (RFC 3339)', () => true, { format: 'date-time' })

/**
 * Anthropic's description of a model. Its capabilities hold much that no catalogue says of a model, and a model's line
 * must not be read from its id; so both are unknown here.
 */
export const modelDescription = t.type(
  {
    type: t.literal('model'),
    id: t.string,
    display_name: t.string,
    capabilities: t.null,
    created_at: moment,
    deprecated_at: t.null,
    lifecycle: t.literal('active'),
    line: t.null,
    retires_at: orNull(moment),
    max_input_tokens: orNull(count),
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
  capabilities: null,
  created_at: momentOf(created),
  deprecated_at: null,
  lifecycle: 'active',
  line: null,
  retires_at: retires === null ? null : momentOf(retires),
  max_input_tokens: limits.contextTokens,
  max_tokens: limits.maxOutputTokens,
})
