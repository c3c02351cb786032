import type {
  Rates,
  TokenRates,
  TokenTariff,
  ImageTariff,
  SpeechTariff,
  TranscriptionTariff,
  VideoTariff,
} from '../../domain/pricing/tariff.ts'
import type { RatesWire, TariffWire } from './tariff-wire.ts'

type Unit<U extends TariffWire['unit']> = Extract<TariffWire, { readonly unit: U }>

const ratesOf = (wire: Omit<RatesWire, 'rows'>): Rates => ({
  inputPerMillion: wire.input_per_million,
  cachedInputPerMillion: wire.cached_input_per_million ?? wire.input_per_million,
  cacheWritePerMillion: wire.cache_write_per_million ?? wire.input_per_million,
  ...(wire.cache_write_1h_per_million === undefined ? {} : { cacheWrite1hPerMillion: wire.cache_write_1h_per_million }),
  outputPerMillion: wire.output_per_million ?? null,
})

const toRates = (wire: RatesWire): TokenRates => {
  const steps = (wire.rows ?? []).map((row) => ({ promptTokensOver: row.prompt_tokens_over, ...ratesOf(row) }))
  return { ...ratesOf(wire), ...(steps.length === 0 ? {} : { steps }) }
}

export const toTokenTariff = (wire: Unit<'tokens'>): TokenTariff => {
  const tiers = Object.entries(wire.service_tiers ?? {})
  return {
    unit: 'tokens',
    ...toRates(wire),
    ...(tiers.length === 0 ? {} : { serviceTiers: new Map(tiers.map(([tier, rates]) => [tier, toRates(rates)])) }),
  }
}

export const toImageTariff = (wire: Unit<'image' | 'image_tokens'>): ImageTariff => {
  switch (wire.unit) {
    case 'image':
      return {
        unit: 'image',
        perImage: wire.price,
        rows: (wire.rows ?? []).map(({ quality, size, price }) => ({
          quality: quality ?? null,
          size: size ?? null,
          perImage: price,
        })),
      }
    case 'image_tokens':
      return {
        unit: 'image_tokens',
        textInputPerMillion: wire.text_input_per_million,
        imageInputPerMillion: wire.image_input_per_million,
        outputPerMillion: wire.output_per_million,
        textOutputPerMillion: wire.text_output_per_million,
      }
  }
}

export const toSpeechTariff = (wire: Unit<'characters' | 'speech_tokens'>): SpeechTariff => {
  switch (wire.unit) {
    case 'characters':
      return { unit: 'characters', perMillion: wire.per_million }
    case 'speech_tokens':
      return {
        unit: 'speech_tokens',
        inputPerMillion: wire.input_per_million,
        outputPerMillion: wire.output_per_million,
      }
  }
}

export const toTranscriptionTariff = (wire: Unit<'audio_second' | 'audio_tokens'>): TranscriptionTariff => {
  switch (wire.unit) {
    case 'audio_second':
      return { unit: 'audio_second', perSecond: wire.price }
    case 'audio_tokens':
      return {
        unit: 'audio_tokens',
        audioInputPerMillion: wire.audio_input_per_million,
        textInputPerMillion: wire.text_input_per_million,
        outputPerMillion: wire.output_per_million,
      }
  }
}

export const toVideoTariff = (wire: Unit<'second'>): VideoTariff => ({
  unit: 'second',
  perSecond: wire.price,
  rows: (wire.rows ?? []).map(({ resolution, audio, price }) => ({
    resolution: resolution ?? null,
    audio: audio ?? null,
    perSecond: price,
  })),
})
