import * as t from 'io-ts'
import { modelId, nullish } from '../codecs.ts'
import { describedAs } from '../described.ts'
import { samplingFields } from '../parameter-fields.ts'

const role = t.keyof(
  { system: null, user: null, assistant: null, tool: null, developer: null },
  'one of system, user, assistant, tool, developer',
)

const imageUrl = t.type({ url: t.string })

const contentPart = t.intersection(
  [
    t.type({ type: t.string }),
    t.partial({ text: nullish(t.string), refusal: nullish(t.string), image_url: nullish(imageUrl) }),
  ],
  'ContentPart',
)

const toolCall = t.type({
  id: t.string,
  type: t.string,
  function: t.type({ name: t.string, arguments: t.string }),
})

const message = t.intersection(
  [
    t.type({ role }),
    t.partial({
      content: nullish(t.union([t.string, t.array(contentPart)], 'a string or an array of content parts')),
      name: nullish(t.string),
      tool_calls: nullish(t.array(toolCall)),
      tool_call_id: nullish(t.string),
      refusal: nullish(t.string),
      reasoning_content: nullish(t.string),
    }),
  ],
  'ChatMessage',
)

const nonEmptyMessages = describedAs(
  new t.Type(
    'an array of at least one message',
    t.array(message).is,
    (input, context) =>
      Array.isArray(input) && input.length === 0
        ? t.failure(input, context)
        : t.array(message).validate(input, context),
    t.identity,
  ),
  t.array(message),
  { minItems: 1 },
)

/** ChatCompletionRequest of the specification. Fields it does not name stay on the value. */
export const chatRequest = t.intersection(
  [
    t.type({
      model: modelId,
      messages: nonEmptyMessages,
    }),
    t.partial({
      ...samplingFields,
      stream: nullish(t.boolean),
      stream_options: nullish(t.partial({ include_usage: nullish(t.boolean) })),
      logprobs: nullish(t.boolean),
      response_format: nullish(t.UnknownRecord),
      tools: nullish(t.array(t.UnknownRecord)),
      tool_choice: nullish(t.union([t.string, t.UnknownRecord], 'a string or an object')),
    }),
  ],
  'ChatCompletionRequest',
)
