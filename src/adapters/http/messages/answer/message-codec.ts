import * as t from 'io-ts'
import { count, nullish } from '../../codecs/codecs.ts'
import { sumFields } from '../../codecs/money/rouble-sum.ts'

const contentBlock = t.intersection(
  [
    t.type({ type: t.string }),
    t.partial({
      text: nullish(t.string),
      citations: nullish(t.array(t.UnknownRecord)),
      thinking: nullish(t.string),
      signature: nullish(t.string),
      id: nullish(t.string),
      name: nullish(t.string),
      input: nullish(t.UnknownRecord),
    }),
  ],
  'AnswerBlock',
)

const usage = t.intersection(
  [
    t.type({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
      ...sumFields('cost'),
    }),
    t.partial({ cache_creation: t.UnknownRecord }),
  ],
  'MessageUsage',
)

/** Anthropic's message. */
export const message = t.type(
  {
    id: t.string,
    type: t.literal('message'),
    role: t.literal('assistant'),
    model: t.string,
    content: t.array(contentBlock),
    stop_reason: t.union([t.string, t.null]),
    stop_sequence: t.union([t.string, t.null]),
    usage,
  },
  'Message',
)
