import * as t from 'io-ts'
import { formatMicro, formatPerMillion } from '../../../../domain/money/decimal.ts'
import type { Tariff } from '../../../../domain/pricing/tariff.ts'

/**
 * Roubles for one token, or for the unit that the name says. The catalogue has the prices that depend on what a request
 * asks for: long prompts, service tiers, qualities, sizes.
 */
export const modelPrices = t.intersection(
  [
    t.type({ currency: t.literal('RUB') }),
    t.partial({
      prompt: t.string,
      completion: t.string,
      input_cache_read: t.string,
      input_cache_write: t.string,
      input_cache_write_1h: t.string,
      image_token: t.string,
      image_output: t.string,
      audio_output: t.string,
      audio: t.string,
      per_image: t.string,
      per_character: t.string,
      per_second: t.string,
    }),
  ],
  'ModelPrices',
)

const currency = 'RUB' as const

export const writeModelPrices = (tariff: Tariff): t.TypeOf<typeof modelPrices> => {
  switch (tariff.unit) {
    case 'tokens':
      return {
        currency,
        prompt: formatPerMillion(tariff.inputPerMillion),
        ...(tariff.outputPerMillion === null ? {} : { completion: formatPerMillion(tariff.outputPerMillion) }),
        input_cache_read: formatPerMillion(tariff.cachedInputPerMillion),
        input_cache_write: formatPerMillion(tariff.cacheWritePerMillion),
        ...(tariff.cacheWrite1hPerMillion === undefined
          ? {}
          : { input_cache_write_1h: formatPerMillion(tariff.cacheWrite1hPerMillion) }),
      }
    case 'image':
      return { currency, per_image: formatMicro(tariff.perImage, 'RUB') }
    case 'image_tokens':
      return {
        currency,
        prompt: formatPerMillion(tariff.textInputPerMillion),
        image_token: formatPerMillion(tariff.imageInputPerMillion),
        image_output: formatPerMillion(tariff.outputPerMillion),
        ...(tariff.textOutputPerMillion === undefined
          ? {}
          : { completion: formatPerMillion(tariff.textOutputPerMillion) }),
      }
    case 'characters':
      return { currency, per_character: formatPerMillion(tariff.perMillion) }
    case 'speech_tokens':
      return {
        currency,
        prompt: formatPerMillion(tariff.inputPerMillion),
        audio_output: formatPerMillion(tariff.outputPerMillion),
      }
    case 'audio_tokens':
      return {
        currency,
        prompt: formatPerMillion(tariff.textInputPerMillion),
        audio: formatPerMillion(tariff.audioInputPerMillion),
        completion: formatPerMillion(tariff.outputPerMillion),
      }
    case 'audio_second':
    case 'second':
      return { currency, per_second: formatMicro(tariff.perSecond, 'RUB') }
  }
}
