import * as t from 'io-ts'
import { MAX_MESSAGES, MAX_TOOLS } from '../../codecs/generation/chat-lengths.ts'
import {
  anyText,
  finite,
  integerBetween,
  listOf,
  modelId,
  nullish,
  textOfLength,
  textOrList,
} from '../../codecs/codecs.ts'
import { nullishFields } from '../../codecs/nullish-fields.ts'
import { ruledByValue } from '../../codecs/ruled-by-value.ts'
import { MAX_COUNT, samplingFields } from '../../codecs/generation/generation-fields.ts'
import { isGiven } from '../../../../domain/json.ts'
import { inputItem } from './item-codec.ts'
import { hasRefused } from './refused-fields.ts'
import { tool, toolChoice } from './tool-codec.ts'

const word = textOfLength(0, 256)

const MAX_INCLUDED = 32
const MAX_TOP_LOGPROBS = 20

const textFormat = t.intersection([
  t.type({ type: word }),
  nullishFields({
    name: nullish(word),
    description: nullish(anyText),
    schema: nullish(t.UnknownRecord),
    strict: nullish(t.boolean),
  }),
])

/** What a response is asked by, and what a count of its prompt is asked by. */
const promptFields = {
  instructions: nullish(anyText),
  tools: nullish(listOf(tool, 0, MAX_TOOLS, 'tools')),
  tool_choice: nullish(toolChoice),
  parallel_tool_calls: nullish(t.boolean),
  text: nullish(nullishFields({ format: nullish(textFormat), verbosity: nullish(word) })),
  reasoning: nullish(nullishFields({ effort: nullish(word), summary: nullish(word) })),
} as const

const input = textOrList(anyText, listOf(inputItem, 0, MAX_MESSAGES, 'items'))

/** CreateResponse of OpenAI. Fields it does not name stay on the value. */
const requestFields = t.intersection(
  [
    t.type({ model: modelId }),
    nullishFields({
      input: nullish(input),
      ...promptFields,
      temperature: nullish(finite),
      top_p: nullish(finite),
      frequency_penalty: samplingFields.frequency_penalty,
      presence_penalty: samplingFields.presence_penalty,
      seed: samplingFields.seed,
      stop: samplingFields.stop,
      user: samplingFields.user,
      max_output_tokens: nullish(integerBetween(1, MAX_COUNT)),
      max_tool_calls: nullish(integerBetween(1, MAX_COUNT)),
      top_logprobs: nullish(integerBetween(0, MAX_TOP_LOGPROBS)),
      include: nullish(listOf(word, 0, MAX_INCLUDED, 'names')),
      stream: nullish(t.boolean),
      stream_options: nullish(nullishFields({ include_obfuscation: nullish(t.boolean) })),
      store: nullish(t.boolean),
      previous_response_id: nullish(word),
      background: nullish(t.boolean),
      truncation: nullish(word),
      metadata: nullish(t.UnknownRecord),
      service_tier: nullish(word),
      prompt_cache_key: nullish(anyText),
      safety_identifier: nullish(anyText),
    }),
  ],
  'CreateResponse',
)

export type ResponseRequest = t.TypeOf<typeof requestFields>

const withInput = t.type({ input })

/**
 * What asks for a response. The conversation that it continues may be all of its input, and so may what is refused by
 * its name later: that it lacks an input would say nothing of why.
 */
export const responseRequest = ruledByValue(requestFields, (asked) =>
  isGiven(asked.input) || isGiven(asked.previous_response_id) || hasRefused(asked) ? null : withInput,
)

/** What asks for the size of a prompt, which instructions and tools alone may be. */
export const countRequest: t.Type<ResponseRequest, unknown, unknown> = requestFields
