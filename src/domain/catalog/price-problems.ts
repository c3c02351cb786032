import type { Tariff, TokenRates } from '../pricing/tariff.ts'
import type { Model } from './model.ts'

type NamedPrice = readonly [name: string, price: bigint]

const tokenPrices = (rates: TokenRates, row = ''): readonly NamedPrice[] => [
  [`${row}input_per_million`, rates.inputPerMillion],
  [`${row}cached_input_per_million`, rates.cachedInputPerMillion],
  [`${row}cache_write_per_million`, rates.cacheWritePerMillion],
  [`${row}output_per_million`, rates.outputPerMillion],
]

/** Every price of a tariff, under its name in the catalogue. */
const pricesOf = (tariff: Tariff): readonly NamedPrice[] => {
  switch (tariff.unit) {
    case 'tokens':
      return [
        ...tokenPrices(tariff),
        ...[...(tariff.serviceTiers ?? [])].flatMap(([tier, rates]) => tokenPrices(rates, `service_tiers.${tier}.`)),
      ]
    case 'image':
      return [
        ['price', tariff.perImage],
        ...tariff.rows.map(({ perImage }, index): NamedPrice => [`rows.${index}.price`, perImage]),
      ]
    case 'image_tokens':
      return [
        ['text_input_per_million', tariff.textInputPerMillion],
        ['image_input_per_million', tariff.imageInputPerMillion],
        ['output_per_million', tariff.outputPerMillion],
      ]
    case 'characters':
      return [['per_million', tariff.perMillion]]
    case 'speech_tokens':
      return [
        ['input_per_million', tariff.inputPerMillion],
        ['output_per_million', tariff.outputPerMillion],
      ]
    case 'second':
      return [
        ['price', tariff.perSecond],
        ...tariff.rows.map(({ perSecond }, index): NamedPrice => [`rows.${index}.price`, perSecond]),
      ]
  }
}

export const freePriceProblems = (prices: readonly NamedPrice[]): readonly string[] =>
  prices
    .filter(([, price]) => price <= 0n)
    .map(([name]) => `${name} must be above zero: a paid call never costs nothing`)

const turnPriceOf = (model: Model): readonly NamedPrice[] =>
  model.kind !== 'chat' || model.turnPriceMicro === undefined || model.turnPriceMicro === null
    ? []
    : [['turn_price', model.turnPriceMicro]]

export const priceProblems = (model: Model): readonly string[] =>
  freePriceProblems([...pricesOf(model.tariff), ...turnPriceOf(model)])
