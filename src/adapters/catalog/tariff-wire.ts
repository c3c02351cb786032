import * as t from 'io-ts'
import { byField } from './by-field.ts'
import { strictRecord } from './strict-record.ts'
import { count, roubles } from './value-codecs.ts'

const rates = { input_per_million: roubles }
/** Whether a price of output may be absent, the kind of model decides. */
const furtherRates = {
  output_per_million: roubles,
  cached_input_per_million: roubles,
  cache_write_per_million: roubles,
  cache_write_1h_per_million: roubles,
}

const rows = t.array(strictRecord('row', { prompt_tokens_over: count, ...rates }, furtherRates))

export const tokenTariff = strictRecord(
  'tariff in tokens',
  { unit: t.literal('tokens'), ...rates },
  {
    ...furtherRates,
    rows,
    service_tiers: t.record(t.string, strictRecord('service tier', rates, { ...furtherRates, rows })),
  },
)

const perImageTariff = strictRecord(
  'tariff an image',
  { unit: t.literal('image'), price: roubles },
  { rows: t.array(strictRecord('row', { price: roubles }, { quality: t.string, size: t.string })) },
)

const imageTokenTariff = strictRecord(
  'tariff in image tokens',
  {
    unit: t.literal('image_tokens'),
    text_input_per_million: roubles,
    image_input_per_million: roubles,
    output_per_million: roubles,
  },
  { text_output_per_million: roubles },
)

const characterTariff = strictRecord(
  'tariff in characters',
  { unit: t.literal('characters'), per_million: roubles },
  {},
)

const speechTokenTariff = strictRecord(
  'tariff in speech tokens',
  { unit: t.literal('speech_tokens'), input_per_million: roubles, output_per_million: roubles },
  {},
)

const audioSecondTariff = strictRecord(
  'tariff a second of sound',
  { unit: t.literal('audio_second'), price: roubles },
  {},
)

const audioTokenTariff = strictRecord(
  'tariff in audio tokens',
  {
    unit: t.literal('audio_tokens'),
    audio_input_per_million: roubles,
    text_input_per_million: roubles,
    output_per_million: roubles,
  },
  {},
)

export const videoTariff = strictRecord(
  'tariff a second',
  { unit: t.literal('second'), price: roubles },
  { rows: t.array(strictRecord('row', { price: roubles }, { resolution: t.string, audio: t.boolean })) },
)

export const imageTariff = byField('unit', { image: perImageTariff, image_tokens: imageTokenTariff })

export const speechTariff = byField('unit', { characters: characterTariff, speech_tokens: speechTokenTariff })

export const transcriptionTariff = byField('unit', { audio_second: audioSecondTariff, audio_tokens: audioTokenTariff })

type Tariff =
  | typeof tokenTariff
  | typeof imageTariff
  | typeof speechTariff
  | typeof transcriptionTariff
  | typeof videoTariff

export type TariffWire = t.TypeOf<Tariff>
export type RatesWire = Pick<
  t.TypeOf<typeof tokenTariff>,
  | 'input_per_million'
  | 'output_per_million'
  | 'cached_input_per_million'
  | 'cache_write_per_million'
  | 'cache_write_1h_per_million'
  | 'rows'
>
