import * as t from 'io-ts'
import { sumFields } from '../../codecs/money/rouble-sum.ts'
import { count, nullish, unixTime } from '../../codecs/codecs.ts'

const toolCall = t.union([
  t.type({ id: t.string, type: t.string, function: t.type({ name: t.string, arguments: t.string }) }),
  t.type({ id: t.string, type: t.literal('custom'), custom: t.type({ name: t.string, input: t.string }) }),
])

const answerMessage = t.type(
  {
    role: t.literal('assistant'),
    content: nullish(t.string),
    refusal: nullish(t.string),
    tool_calls: nullish(t.array(toolCall)),
    function_call: nullish(t.type({ name: t.string, arguments: t.string })),
    reasoning_content: nullish(t.string),
    reasoning_signature: nullish(t.string),
  },
  'AnswerMessage',
)

const choice = t.type(
  {
    index: count,
    message: answerMessage,
    finish_reason: t.union([t.string, t.null]),
    logprobs: nullish(t.UnknownRecord),
  },
  'Choice',
)

const usage = t.type(
  {
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: nullish(t.UnknownRecord),
    completion_tokens_details: nullish(t.UnknownRecord),
    ...sumFields('cost'),
  },
  'Usage',
)

/** ChatCompletionResponse of the specification. Providers' own fields may stand beside these. */
export const chatCompletion = t.type(
  {
    id: t.string,
    object: t.literal('chat.completion'),
    created: unixTime,
    model: t.string,
    choices: t.array(choice),
    usage,
  },
  'ChatCompletionResponse',
)
