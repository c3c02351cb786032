import { ANY, listShape, objectShape, SINGLE } from './shape.ts'
import type { Shape } from './shape.ts'

/** The address of an image was judged, and written anew, when the call was planned. */
const IMAGE_URL = objectShape({ url: SINGLE, detail: SINGLE })

/** So was a file; its address gives way to its bytes before it is sent. */
const FILE = objectShape({ file_data: SINGLE, file_url: SINGLE, filename: SINGLE })

export const CONTENT_PART = objectShape({
  type: SINGLE,
  text: SINGLE,
  refusal: SINGLE,
  image_url: IMAGE_URL,
  file: FILE,
})

const TOOL_CALL = objectShape({
  id: SINGLE,
  type: SINGLE,
  index: SINGLE,
  function: objectShape({ name: SINGLE, arguments: SINGLE }),
})

export const MESSAGE = objectShape({
  role: SINGLE,
  content: listShape(CONTENT_PART),
  name: SINGLE,
  tool_calls: listShape(TOOL_CALL),
  tool_call_id: SINGLE,
  refusal: SINGLE,
  reasoning_content: SINGLE,
})

/** Schemas are the caller's own words and go over whole. */
const FUNCTION = objectShape({ name: SINGLE, description: SINGLE, parameters: ANY, strict: SINGLE })

const TOOL = objectShape({
  type: SINGLE,
  function: FUNCTION,
  custom: objectShape({ name: SINGLE, description: SINGLE, format: ANY }),
})

const NAMED_TOOL = { type: SINGLE, function: objectShape({ name: SINGLE }), custom: objectShape({ name: SINGLE }) }

const TOOL_CHOICE = objectShape({
  ...NAMED_TOOL,
  allowed_tools: objectShape({ mode: SINGLE, tools: listShape(objectShape(NAMED_TOOL)) }),
})

const RESPONSE_FORMAT = objectShape({
  type: SINGLE,
  json_schema: objectShape({ name: SINGLE, description: SINGLE, schema: ANY, strict: SINGLE }),
})

/** Read by the gateway itself, which tells every provider in that provider's way. */
const OWN: Readonly<Record<string, Shape>> = {
  model: SINGLE,
  messages: listShape(MESSAGE),
  stream: SINGLE,
  stream_options: objectShape({ include_usage: SINGLE, include_obfuscation: SINGLE }),
  max_tokens: SINGLE,
  max_completion_tokens: SINGLE,
  reasoning: objectShape({ max_tokens: SINGLE }),
  extra_body: objectShape({ google: objectShape({ thinking_config: objectShape({}) }) }),
}

/** A chat request as every provider of OpenAI's wire may be given it. */
export const CHAT_REQUEST = objectShape({
  ...OWN,
  temperature: SINGLE,
  top_p: SINGLE,
  frequency_penalty: SINGLE,
  presence_penalty: SINGLE,
  n: SINGLE,
  seed: SINGLE,
  logprobs: SINGLE,
  top_logprobs: SINGLE,
  logit_bias: ANY,
  response_format: RESPONSE_FORMAT,
  stop: listShape(SINGLE),
  tools: listShape(TOOL),
  tool_choice: TOOL_CHOICE,
  parallel_tool_calls: SINGLE,
  user: SINGLE,
  reasoning_effort: SINGLE,
  // Planned for: only a tier that the tariff has a row for comes this far.
  service_tier: SINGLE,
})
