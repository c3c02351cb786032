import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { modelOwnerOf, OUTPUT_LIMIT_FIELDS } from '../../domain/catalog/model.ts'
import type { ImageLimits, ImageTokenBounds, Model, ModelKind, OutputLimitField } from '../../domain/catalog/model.ts'
import { byField } from './by-field.ts'
import { strictRecord } from './strict-record.ts'
import { tariffVersion } from './tariff-version.ts'
import { imageTariff, speechTariff, tokenTariff, transcriptionTariff, videoTariff } from './tariff-wire.ts'
import { toImageTariff, toSpeechTariff, toTokenTariff, toTranscriptionTariff, toVideoTariff } from './to-tariff.ts'
import { count, oneOf, tokens } from './value-codecs.ts'
import { factsOf, named, optional } from './model-facts.ts'

/** Counted for an image where the catalogue says nothing; about what a full-size image costs at most providers. */
const DEFAULT_INPUT_TOKENS_PER_IMAGE = 1_500

/** An image generated at high quality is several thousand tokens at most providers. */
const DEFAULT_OUTPUT_TOKENS_PER_IMAGE = 6_500

const DEFAULT_MAX_IMAGES = 10

/** Twenty-five audio tokens a second at about fifteen characters a second, and room for slow voices. */
const DEFAULT_TOKENS_PER_CHARACTER = 4

/** What providers count for a second of sound at most. */
const DEFAULT_INPUT_TOKENS_PER_SECOND = 32

/** Fast speech is five words a second, and few words are more than two tokens. */
const DEFAULT_OUTPUT_TOKENS_PER_SECOND = 12

const priced = <T extends Model['tariff']>(tariff: T) => ({ tariff, tariffVersion: tariffVersion(tariff) })

const setOf = <A>(list: readonly A[] | undefined): ReadonlySet<A> | null => (list === undefined ? null : new Set(list))

/** One kind of model: its form in the file, and the model that is read from it. */
const kind = <K extends ModelKind, W>(
  name: K,
  wire: t.Type<W>,
  toModel: (wire: W) => Extract<Model, { readonly kind: K }>,
): t.Type<Extract<Model, { readonly kind: K }>, unknown, unknown> =>
  new t.Type(
    wire.name,
    (value): value is Extract<Model, { readonly kind: K }> =>
      typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === name,
    (input, context) => {
      const read = wire.validate(input, context)
      return isLeft(read) ? read : t.success(toModel(read.right))
    },
    t.identity,
  )

/** The one family of models that reads `max_completion_tokens`; every other family reads `max_tokens`. */
const COMPLETION_TOKENS_OWNER = 'openai'

const usualLimitField = (modelId: string): OutputLimitField =>
  modelOwnerOf(modelId) === COMPLETION_TOKENS_OWNER ? 'max_completion_tokens' : 'max_tokens'

const imageTokensOf = ({
  image_input_tokens: usual = DEFAULT_INPUT_TOKENS_PER_IMAGE,
  max_image_input_tokens: most = usual,
}: {
  readonly image_input_tokens?: number | undefined
  readonly max_image_input_tokens?: number | undefined
}) => ({ imageInputTokens: usual, maxImageInputTokens: most })

const chat = kind(
  'chat',
  strictRecord(
    'chat model',
    {
      ...named,
      kind: t.literal('chat'),
      limits: strictRecord(
        'limits of a chat model',
        { default_output_tokens: count, max_output_tokens: count },
        { context_tokens: count, max_choices: count, image_input_tokens: count, max_image_input_tokens: count },
      ),
      tariff: tokenTariff,
    },
    {
      ...optional,
      turn_price: tokens,
      hidden_reasoning: t.boolean,
      tokenizer: oneOf(['o200k']),
      output_limit_field: oneOf(OUTPUT_LIMIT_FIELDS),
      keeps_output_limit: t.boolean,
      least_output_tokens: count,
    },
  ),
  (wire) => ({
    ...factsOf(wire),
    kind: 'chat',
    limits: {
      defaultOutputTokens: wire.limits.default_output_tokens,
      maxOutputTokens: wire.limits.max_output_tokens,
      contextTokens: wire.limits.context_tokens ?? null,
      maxChoices: wire.limits.max_choices ?? 1,
      ...imageTokensOf(wire.limits),
    },
    ...priced(toTokenTariff(wire.tariff)),
    hiddenReasoning: wire.hidden_reasoning ?? false,
    tokenizer: wire.tokenizer,
    outputLimitField: wire.output_limit_field ?? usualLimitField(wire.id),
    keepsOutputLimit: wire.keeps_output_limit ?? false,
    leastOutputTokens: wire.least_output_tokens,
    turnPriceMicro: wire.turn_price ?? null,
  }),
)

const maxOutputTokens = strictRecord(
  'largest count of a generated image',
  {
    max_pixels: count,
    by_quality: t.record(t.string, strictRecord('quality of images', { base: count, per_megapixel: count }, {})),
  },
  {},
)

const toImageTokenBounds = (wire: t.TypeOf<typeof maxOutputTokens>): ImageTokenBounds => ({
  maxPixels: wire.max_pixels,
  byQuality: new Map(
    Object.entries(wire.by_quality).map(([quality, tokens]) => [
      quality,
      { base: tokens.base, perMegapixel: tokens.per_megapixel },
    ]),
  ),
})

const imageLimits = strictRecord(
  'limits of an image model',
  {},
  {
    max_images: count,
    sizes: t.array(t.string),
    input_tokens_per_image: count,
    output_tokens_per_image: count,
    text_output_tokens_per_image: count,
    max_output_tokens_per_image: maxOutputTokens,
  },
)

const toImageLimits = (wire: t.TypeOf<typeof imageLimits> = {}): ImageLimits => ({
  maxImages: wire.max_images ?? DEFAULT_MAX_IMAGES,
  sizes: setOf(wire.sizes),
  inputTokensPerImage: wire.input_tokens_per_image ?? DEFAULT_INPUT_TOKENS_PER_IMAGE,
  outputTokensPerImage: wire.output_tokens_per_image ?? DEFAULT_OUTPUT_TOKENS_PER_IMAGE,
  maxOutputTokens:
    wire.max_output_tokens_per_image === undefined ? null : toImageTokenBounds(wire.max_output_tokens_per_image),
  textOutputTokensPerImage: wire.text_output_tokens_per_image,
})

const image = kind(
  'image',
  strictRecord(
    'image model',
    { ...named, kind: t.literal('image'), tariff: imageTariff },
    { ...optional, limits: imageLimits },
  ),
  (wire) => ({
    ...factsOf(wire),
    kind: 'image',
    limits: toImageLimits(wire.limits),
    ...priced(toImageTariff(wire.tariff)),
  }),
)

const speechLimits = strictRecord('limits of a speech model', {}, { output_tokens_per_character: count })

const speech = kind(
  'speech',
  strictRecord(
    'speech model',
    { ...named, kind: t.literal('speech'), tariff: speechTariff },
    { ...optional, limits: speechLimits },
  ),
  (wire) => ({
    ...factsOf(wire),
    kind: 'speech',
    limits: { outputTokensPerCharacter: wire.limits?.output_tokens_per_character ?? DEFAULT_TOKENS_PER_CHARACTER },
    ...priced(toSpeechTariff(wire.tariff)),
  }),
)

const transcriptionLimits = strictRecord(
  'limits of a transcription model',
  {},
  { input_tokens_per_second: count, output_tokens_per_second: count },
)

const transcription = kind(
  'transcription',
  strictRecord(
    'transcription model',
    { ...named, kind: t.literal('transcription'), tariff: transcriptionTariff },
    { ...optional, limits: transcriptionLimits, streams: t.boolean },
  ),
  (wire) => ({
    ...factsOf(wire),
    kind: 'transcription',
    limits: {
      inputTokensPerSecond: wire.limits?.input_tokens_per_second ?? DEFAULT_INPUT_TOKENS_PER_SECOND,
      outputTokensPerSecond: wire.limits?.output_tokens_per_second ?? DEFAULT_OUTPUT_TOKENS_PER_SECOND,
    },
    ...priced(toTranscriptionTariff(wire.tariff)),
    streams: wire.streams ?? false,
  }),
)

const videoLimits = strictRecord('limits of a video model', {}, { seconds: t.array(count), sizes: t.array(t.string) })

const video = kind(
  'video',
  strictRecord(
    'video model',
    { ...named, kind: t.literal('video'), tariff: videoTariff },
    { ...optional, limits: videoLimits },
  ),
  (wire) => ({
    ...factsOf(wire),
    kind: 'video',
    limits: { seconds: setOf(wire.limits?.seconds), sizes: setOf(wire.limits?.sizes) },
    ...priced(toVideoTariff(wire.tariff)),
  }),
)

const embeddingLimits = strictRecord('limits of an embedding model', {}, { max_input_tokens: count, dimensions: count })

const embedding = kind(
  'embedding',
  strictRecord(
    'embedding model',
    { ...named, kind: t.literal('embedding'), tariff: tokenTariff },
    { ...optional, limits: embeddingLimits, reads_tokens: t.boolean },
  ),
  (wire) => ({
    ...factsOf(wire),
    kind: 'embedding',
    limits: { maxInputTokens: wire.limits?.max_input_tokens ?? null, dimensions: wire.limits?.dimensions ?? null },
    ...priced(toTokenTariff(wire.tariff)),
    readsTokens: wire.reads_tokens ?? false,
  }),
)

const KINDS: { readonly [K in ModelKind]: t.Type<Extract<Model, { readonly kind: K }>, unknown, unknown> } = {
  chat,
  image,
  speech,
  video,
  embedding,
  transcription,
}

/** A model of catalog.yaml, whose form its kind decides. */
export const model: t.Type<Model> = byField('kind', KINDS)
