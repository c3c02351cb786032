import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { CUSTOM, fromCustomForm } from '../../../../domain/chat/tool-calls/custom-call.ts'
import type { ToolCall } from '../../../../domain/chat/message.ts'
import { MAX_MESSAGES, MAX_PARTS, MAX_TOOLS } from '../../codecs/generation/chat-lengths.ts'
import {
  anyText,
  integerBetween,
  listOf,
  modelId,
  nullish,
  textOfLength,
  textOrList,
  validateAs,
} from '../../codecs/codecs.ts'
import { nullishFields } from '../../codecs/nullish-fields.ts'
import { ruledByValue } from '../../codecs/ruled-by-value.ts'
import { MAX_COUNT, samplingFields } from '../../codecs/generation/generation-fields.ts'
import { withSchemaOf } from '../../codecs/with-schema.ts'

const role = t.keyof(
  { system: null, user: null, assistant: null, tool: null, developer: null, function: null },
  'one of system, user, assistant, tool, developer, function',
)

const name = textOfLength(0, 256)

const imageUrl = t.type({ url: anyText })

const file = nullishFields(
  {
    file_data: nullish(anyText),
    file_url: nullish(anyText),
    filename: nullish(anyText),
    file_id: nullish(name),
  },
  'ChatFile',
)

const partFields = t.intersection(
  [
    t.type({ type: name }),
    nullishFields({
      text: nullish(anyText),
      refusal: nullish(anyText),
      image_url: nullish(imageUrl),
      file: nullish(file),
    }),
  ],
  'ContentPart',
)

const PART_RULES: ReadonlyMap<string, t.Mixed> = new Map<string, t.Mixed>([
  ['image_url', t.type({ image_url: imageUrl })],
  ['file', t.type({ file })],
])

/** A part with an image or a file has it; other types may come with fields of their own. */
const contentPart = ruledByValue(partFields, ({ type }) => PART_RULES.get(type) ?? null)

const functionCall = t.type({
  id: anyText,
  type: name,
  function: t.type({ name, arguments: anyText }),
})

const customCall = t.type({
  id: anyText,
  type: t.literal(CUSTOM),
  custom: t.type({ name, input: anyText }),
})

const isCustom = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'type' in input && input.type === CUSTOM

/** A call in the shape that its type has on the wire, read into the one shape of the domain. */
const toolCall: t.Type<ToolCall, unknown, unknown> = withSchemaOf(
  new t.Type(
    'a tool call',
    functionCall.is,
    (input, context) => {
      if (!isCustom(input)) return validateAs(functionCall, input, context)
      const read = validateAs(customCall, input, context)
      return isLeft(read) ? read : t.success(fromCustomForm(read.right))
    },
    t.identity,
  ),
  t.union([functionCall, customCall]),
  {},
)

const olderCall = t.type({ name, arguments: anyText })

const olderToolChoice = t.union(
  [t.keyof({ none: null, auto: null }), t.type({ name })],
  'none, auto, or an object with a name',
)

const effort = textOfLength(0, 64)

/** OpenRouter's form of the fields about reasoning. */
const reasoning = nullishFields(
  {
    effort: nullish(effort),
    max_tokens: nullish(integerBetween(0, MAX_COUNT)),
    exclude: nullish(t.boolean),
    enabled: nullish(t.boolean),
  },
  'ReasoningOptions',
)

/** Google's form of the same, where the OpenAI-compatible service of Google reads it. */
const thinkingConfig = nullishFields(
  {
    thinking_budget: nullish(integerBetween(-1, MAX_COUNT)),
    thinking_level: nullish(effort),
    include_thoughts: nullish(t.boolean),
  },
  'GoogleThinkingConfig',
)

const googleBody = nullishFields({ thinking_config: nullish(thinkingConfig) }, 'GoogleBody')

const extraBody = nullishFields({ google: nullish(googleBody) }, 'ExtraBody')

const contentParts = listOf(contentPart, 0, MAX_PARTS, 'content parts')

const message = t.intersection(
  [
    t.type({ role }),
    nullishFields({
      content: nullish(textOrList(anyText, contentParts)),
      name: nullish(name),
      tool_calls: nullish(listOf(toolCall, 0, MAX_TOOLS, 'tool calls')),
      tool_call_id: nullish(anyText),
      refusal: nullish(anyText),
      reasoning_content: nullish(anyText),
      reasoning_signature: nullish(anyText),
      function_call: nullish(olderCall),
    }),
  ],
  'ChatMessage',
)

/** ChatCompletionRequest of the specification. Fields it does not name stay on the value. */
export const chatRequest = t.intersection(
  [
    t.type({
      model: modelId,
      messages: listOf(message, 1, MAX_MESSAGES, 'messages'),
    }),
    nullishFields({
      ...samplingFields,
      stream: nullish(t.boolean),
      stream_options: nullish(nullishFields({ include_usage: nullish(t.boolean) })),
      logprobs: nullish(t.boolean),
      response_format: nullish(t.UnknownRecord),
      tools: nullish(listOf(t.UnknownRecord, 0, MAX_TOOLS, 'tools')),
      tool_choice: nullish(t.union([name, t.UnknownRecord], 'a string or an object')),
      reasoning_effort: nullish(effort),
      include_reasoning: nullish(t.boolean),
      reasoning: nullish(reasoning),
      extra_body: nullish(extraBody),
      functions: nullish(listOf(t.UnknownRecord, 0, MAX_TOOLS, 'functions')),
      function_call: nullish(olderToolChoice),
    }),
  ],
  'ChatCompletionRequest',
)
