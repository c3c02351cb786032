import * as t from 'io-ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import type { Rates, Tariff, TokenRates } from '../../../../domain/pricing/tariff.ts'
import { integerBetween, orNull } from '../codecs.ts'
import { amountText } from './amounts.ts'

/** All prices of a tariff are in this currency. */
const currency = t.literal('RUB')

/** The price of output is null if the model writes nothing. */
const rates = {
  input_per_million: amountText,
  cached_input_per_million: amountText,
  cache_write_per_million: amountText,
  cache_write_1h_per_million: orNull(amountText),
  output_per_million: orNull(amountText),
} as const

/** For prompts of more than so many tokens; of several rows that fit, the one for the longest prompt counts. */
const steps = t.array(
  t.type({ prompt_tokens_over: integerBetween(0, Number.MAX_SAFE_INTEGER), ...rates }, 'TokenPriceRow'),
)

const tokenPrices = t.type(
  {
    unit: t.literal('tokens'),
    currency,
    ...rates,
    rows: steps,
    service_tiers: t.record(t.string, t.type({ ...rates, rows: steps }, 'TokenRates')),
  },
  'TokenPrices',
)

/** In a row null fits whatever is asked. */
const imagePrices = t.type(
  {
    unit: t.literal('image'),
    currency,
    price: amountText,
    rows: t.array(t.type({ quality: orNull(t.string), size: orNull(t.string), price: amountText }, 'ImagePriceRow')),
  },
  'ImagePrices',
)

/** Thoughts and words are text; where they have no price of their own they cost what an image's tokens do. */
const imageTokenPrices = t.type(
  {
    unit: t.literal('image_tokens'),
    currency,
    text_input_per_million: amountText,
    image_input_per_million: amountText,
    output_per_million: amountText,
    text_output_per_million: amountText,
  },
  'ImageTokenPrices',
)

const characterPrices = t.type({ unit: t.literal('characters'), currency, per_million: amountText }, 'CharacterPrices')

const speechTokenPrices = t.type(
  { unit: t.literal('speech_tokens'), currency, input_per_million: amountText, output_per_million: amountText },
  'SpeechTokenPrices',
)

const audioSecondPrices = t.type({ unit: t.literal('audio_second'), currency, price: amountText }, 'AudioSecondPrices')

const audioTokenPrices = t.type(
  {
    unit: t.literal('audio_tokens'),
    currency,
    audio_input_per_million: amountText,
    text_input_per_million: amountText,
    output_per_million: amountText,
  },
  'AudioTokenPrices',
)

const secondPrices = t.type(
  {
    unit: t.literal('second'),
    currency,
    price: amountText,
    rows: t.array(
      t.type({ resolution: orNull(t.string), audio: orNull(t.boolean), price: amountText }, 'SecondPriceRow'),
    ),
  },
  'SecondPrices',
)

/**
 * The tariff of a model in the words of the catalogue file. Of the rows that fit a request the one with the most
 * conditions has its price.
 */
export const tariffBody = t.union([
  tokenPrices,
  imagePrices,
  imageTokenPrices,
  characterPrices,
  speechTokenPrices,
  audioSecondPrices,
  audioTokenPrices,
  secondPrices,
])

const roubles = (micro: bigint): string => formatMicro(micro, 'RUB')

const writeRates = (given: Rates) => ({
  input_per_million: roubles(given.inputPerMillion),
  cached_input_per_million: roubles(given.cachedInputPerMillion),
  cache_write_per_million: roubles(given.cacheWritePerMillion),
  cache_write_1h_per_million: given.cacheWrite1hPerMillion === undefined ? null : roubles(given.cacheWrite1hPerMillion),
  output_per_million: given.outputPerMillion === null ? null : roubles(given.outputPerMillion),
})

const writeTokenRates = (given: TokenRates) => ({
  ...writeRates(given),
  rows: (given.steps ?? []).map((step) => ({ prompt_tokens_over: step.promptTokensOver, ...writeRates(step) })),
})

export const writeTariff = (tariff: Tariff): t.TypeOf<typeof tariffBody> => {
  const head = { currency: 'RUB' } as const
  switch (tariff.unit) {
    case 'tokens':
      return {
        unit: 'tokens',
        ...head,
        ...writeTokenRates(tariff),
        service_tiers: Object.fromEntries(
          [...(tariff.serviceTiers ?? [])].map(([tier, given]) => [tier, writeTokenRates(given)]),
        ),
      }
    case 'image':
      return {
        unit: 'image',
        ...head,
        price: roubles(tariff.perImage),
        rows: tariff.rows.map(({ quality, size, perImage }) => ({ quality, size, price: roubles(perImage) })),
      }
    case 'image_tokens':
      return {
        unit: 'image_tokens',
        ...head,
        text_input_per_million: roubles(tariff.textInputPerMillion),
        image_input_per_million: roubles(tariff.imageInputPerMillion),
        output_per_million: roubles(tariff.outputPerMillion),
        text_output_per_million: roubles(tariff.textOutputPerMillion ?? tariff.outputPerMillion),
      }
    case 'characters':
      return { unit: 'characters', ...head, per_million: roubles(tariff.perMillion) }
    case 'speech_tokens':
      return {
        unit: 'speech_tokens',
        ...head,
        input_per_million: roubles(tariff.inputPerMillion),
        output_per_million: roubles(tariff.outputPerMillion),
      }
    case 'audio_second':
      return { unit: 'audio_second', ...head, price: roubles(tariff.perSecond) }
    case 'audio_tokens':
      return {
        unit: 'audio_tokens',
        ...head,
        audio_input_per_million: roubles(tariff.audioInputPerMillion),
        text_input_per_million: roubles(tariff.textInputPerMillion),
        output_per_million: roubles(tariff.outputPerMillion),
      }
    case 'second':
      return {
        unit: 'second',
        ...head,
        price: roubles(tariff.perSecond),
        rows: tariff.rows.map(({ resolution, audio, perSecond }) => ({ resolution, audio, price: roubles(perSecond) })),
      }
  }
}
