import type { Capability, Model, ModelKind } from './model.ts'

/** An optional field of a request. */
export interface OptionalField {
  readonly name: string
  /** Asks for what does not come without it, so that a provider can be asked whether it would be given the field. */
  readonly example: unknown
  /** Requests in which the field is asked for, where one with the example alone does not tell whether it acts. */
  readonly asked?: readonly Readonly<Record<string, unknown>>[]
  /** What the model has to be able to do for it. */
  readonly needs?: Capability
}

/** A provider may show reasoning unasked, or only to who asks it to think: then one of the two wishes does nothing. */
const SIGHTS = [true, false].map((wish) => ({ reasoning_effort: 'low', include_reasoning: wish }))

const TOOL = { type: 'function', function: { name: 'now' } }

/** By the kind of the model: the fields that shape its answer, in the words of the public API. */
const FIELDS: Readonly<Record<ModelKind, readonly OptionalField[]>> = {
  chat: [
    { name: 'max_completion_tokens', example: 1 },
    { name: 'max_tokens', example: 1 },
    { name: 'temperature', example: 0.5 },
    { name: 'top_p', example: 0.5 },
    { name: 'frequency_penalty', example: 1 },
    { name: 'presence_penalty', example: 1 },
    { name: 'stop', example: '.' },
    { name: 'seed', example: 1 },
    { name: 'n', example: 2 },
    { name: 'logprobs', example: true },
    { name: 'reasoning_effort', example: 'low' },
    { name: 'include_reasoning', example: true, asked: SIGHTS },
    { name: 'response_format', example: { type: 'json_object' } },
    { name: 'tools', example: [TOOL], needs: 'tools' },
    { name: 'tool_choice', example: 'auto', needs: 'tools' },
    { name: 'parallel_tool_calls', example: false, needs: 'tools' },
  ],
  image: [
    { name: 'size', example: '1024x1024' },
    { name: 'quality', example: 'high' },
    { name: 'n', example: 2 },
    { name: 'image', example: [], needs: 'image_input' },
    { name: 'mask', example: null, needs: 'image_input' },
    { name: 'reference_images', example: [], needs: 'image_input' },
  ],
  speech: [
    { name: 'voice', example: 'alloy' },
    { name: 'instructions', example: 'Softly.' },
    { name: 'response_format', example: 'wav' },
    { name: 'speed', example: 2 },
  ],
  transcription: [
    { name: 'language', example: 'en' },
    { name: 'prompt', example: 'Names.' },
    { name: 'temperature', example: 0 },
    { name: 'response_format', example: 'text' },
    { name: 'timestamp_granularities', example: ['word'], needs: 'timestamps' },
    { name: 'known_speaker_names', example: ['Anna'], needs: 'speakers' },
    { name: 'known_speaker_references', example: [], needs: 'speakers' },
    { name: 'chunking_strategy', example: 'auto' },
    { name: 'include', example: ['logprobs'] },
  ],
  video: [
    { name: 'seconds', example: '4' },
    { name: 'size', example: '1280x720' },
    { name: 'input_reference', example: null, needs: 'image_input' },
    { name: 'generate_audio', example: true, needs: 'audio_output' },
    { name: 'seed', example: 1 },
    { name: 'negative_prompt', example: 'Rain.' },
  ],
  embedding: [
    { name: 'dimensions', example: 256 },
    { name: 'encoding_format', example: 'base64' },
  ],
}

const choicesOf = (model: Model): number => {
  if (model.kind === 'chat') return model.limits.maxChoices
  return model.kind === 'image' ? model.limits.maxImages : 1
}

/** The optional fields that the catalogue lets a model be asked for. */
export const optionalFieldsOf = (model: Model): readonly OptionalField[] =>
  FIELDS[model.kind].filter(
    ({ name, needs }) =>
      (needs === undefined || model.capabilities.has(needs)) &&
      !model.unsupportedParameters.has(name) &&
      (name !== 'n' || choicesOf(model) > 1),
  )
