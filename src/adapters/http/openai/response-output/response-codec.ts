import * as t from 'io-ts'
import { count, nullish, unixTime } from '../../codecs/codecs.ts'
import { sumFields } from '../../codecs/money/rouble-sum.ts'

const outputItem = t.intersection(
  [
    t.type({ id: t.string, type: t.string }),
    t.partial({
      status: t.string,
      role: t.string,
      content: t.array(t.UnknownRecord),
      summary: t.array(t.UnknownRecord),
      call_id: t.string,
      name: t.string,
      namespace: t.string,
      arguments: t.string,
      input: t.string,
    }),
  ],
  'OutputItem',
)

const usage = t.type(
  {
    input_tokens: count,
    input_tokens_details: t.type({ cached_tokens: count, cache_write_tokens: count }),
    output_tokens: count,
    output_tokens_details: t.type({ reasoning_tokens: count }),
    total_tokens: count,
    ...sumFields('cost'),
  },
  'ResponseUsage',
)

/** Response of OpenAI, in the fields that tell of the answer. Those of the request stand beside them. */
export const response = t.type(
  {
    id: t.string,
    object: t.literal('response'),
    created_at: unixTime,
    completed_at: nullish(unixTime),
    status: t.string,
    model: t.string,
    output: t.array(outputItem),
    error: nullish(t.UnknownRecord),
    incomplete_details: nullish(t.UnknownRecord),
    usage,
  },
  'Response',
)
