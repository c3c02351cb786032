import * as t from 'io-ts'
import { byField } from './by-field.ts'
import { strictRecord } from './strict-record.ts'
import { imageTariff, speechTariff, tokenTariff, videoTariff } from './tariff-wire.ts'
import { count, day, parameters, tokens } from './value-codecs.ts'

const chatLimits = strictRecord(
  'limits of a chat model',
  { default_output_tokens: count, max_output_tokens: count },
  { context_tokens: count, max_choices: count, image_input_tokens: count },
)

const imageLimits = strictRecord(
  'limits of an image model',
  {},
  {
    max_images: count,
    sizes: t.array(t.string),
    input_tokens_per_image: count,
    output_tokens_per_image: count,
  },
)

const speechLimits = strictRecord('limits of a speech model', {}, { output_tokens_per_character: count })

const videoLimits = strictRecord('limits of a video model', {}, { seconds: t.array(count), sizes: t.array(t.string) })

const deployment = strictRecord('deployment', { provider: t.string, model: t.string }, { parameters })

const capability = t.keyof(
  { image_input: null, tools: null, json_schema: null, audio_output: null },
  'one of image_input, tools, json_schema, audio_output',
)

const tokenizer = t.keyof({ o200k: null }, 'o200k')

const named = { id: t.string, deployments: t.array(deployment) }
const optional = {
  capabilities: t.array(capability),
  unsupported_parameters: t.array(t.string),
  released: day,
  retires: day,
}

const chatModel = strictRecord(
  'chat model',
  { ...named, kind: t.literal('chat'), limits: chatLimits, tariff: tokenTariff },
  { ...optional, turn_price: tokens, hidden_reasoning: t.boolean, tokenizer },
)

const imageModel = strictRecord(
  'image model',
  {
    ...named,
    kind: t.literal('image'),
    tariff: imageTariff,
  },
  { ...optional, limits: imageLimits },
)

const speechModel = strictRecord(
  'speech model',
  {
    ...named,
    kind: t.literal('speech'),
    tariff: speechTariff,
  },
  { ...optional, limits: speechLimits },
)

const videoModel = strictRecord(
  'video model',
  { ...named, kind: t.literal('video'), tariff: videoTariff },
  { ...optional, limits: videoLimits },
)

/** A model of catalog.yaml. */
export const model = byField('kind', { chat: chatModel, image: imageModel, speech: speechModel, video: videoModel })

export type ModelWire = t.TypeOf<typeof model>
