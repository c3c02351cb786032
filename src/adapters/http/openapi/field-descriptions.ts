import type { JsonSchema } from '../codecs/with-schema.ts'

/** The meaning of a field wherever it stands in a request. A codec's own description takes precedence. */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  model: 'The `id` of a model, as `GET /v1/models` lists it.',
  messages: 'The conversation so far, oldest first.',
  stream: 'Answer as server-sent events.',
  stream_options: 'With `stream` only.',
  include_usage: 'Send one more chunk with the usage before the end.',
  temperature: 'Higher is more varied. The provider judges the range.',
  top_p: 'Takes words from the likeliest part of this size. Change this or `temperature`, not both.',
  frequency_penalty: 'Above 0 repeats less.',
  presence_penalty: 'Above 0 turns to new subjects sooner.',
  max_tokens: 'The most tokens of the answer. The same as `max_completion_tokens`.',
  max_completion_tokens: 'The most tokens of the answer. Different values here and in `max_tokens` are refused.',
  n: 'How many answers, or images, to make.',
  seed: 'The same seed makes the same answer, as far as the model can.',
  stop: 'Texts that end the answer; they are not part of it.',
  user: 'An id of your own user, for the provider.',
  logprobs: 'Return the probabilities of the words, where the model can.',
  response_format: 'The form of the answer.',
  tools: 'Functions that the model may call.',
  tool_choice: '`auto`, `none`, `required`, or the function to call.',
  prompt: 'What to make, in words.',
  size: 'Width and height in pixels, such as `1280x720`.',
  quality: 'A quality that the model knows.',
  image: 'Images to edit. One or more of them make this an edit.',
  mask: 'Where the edit applies.',
  reference_images: 'Images to take as a pattern.',
  input: 'The text to speak.',
  voice:
    '`alloy`, `coral`, `echo`, `nova`, `onyx`, `shimmer`, or a name of the provider’s. Unknown names get a default.',
  instructions: 'How to speak.',
  speed: 'From slow to fast, approximately.',
  input_reference: 'The first frame of the video.',
  generate_audio: 'Make sound too. Unless set, models that can do.',
  negative_prompt: 'What to leave out.',
  catalog_slug: 'The id of a model or the slug of a template, as `GET /v1/catalog` lists them.',
  task: 'The slug of a task, as `GET /v1/catalog` lists them.',
  after: 'The id of the last element of the page before.',
  before: 'The id of the first message of the page before.',
  cursor: 'The `next_cursor` of the page before.',
  limit: 'The most elements of the page.',
  offset: 'How many elements to leave out.',
  spend_limit: 'The most roubles that this key may spend.',
  allowed_models: 'The models that this key may use; all where it is absent.',
  'Idempotency-Key': 'A repetition under the same key gets the stored answer and is not charged again.',
}

const describes = (schema: JsonSchema): boolean => schema['description'] !== undefined || schema['$ref'] !== undefined

export const describeField = (name: string, schema: JsonSchema): JsonSchema => {
  const note = Object.hasOwn(FIELD_DESCRIPTIONS, name) ? FIELD_DESCRIPTIONS[name] : undefined
  return note === undefined || describes(schema) ? schema : { ...schema, description: note }
}

/** An object with what its fields mean. */
export const withFieldDescriptions = (schema: JsonSchema): JsonSchema => {
  const { properties } = schema
  if (properties === undefined) return schema
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
  return {
    ...schema,
    properties: Object.fromEntries(
      fields.map(([name, each]) => [name, describeField(name, withFieldDescriptions(each))]),
    ),
  }
}
