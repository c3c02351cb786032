import { imageConditions, ambiguousRows, videoConditions } from '../pricing/rows.ts'
import type { Conditions } from '../pricing/rows.ts'
import type { Rates, Tariff, TokenRates, TokenTariff } from '../pricing/tariff.ts'
import type { Model } from '../catalog/model.ts'

type NamedPrice = readonly [name: string, price: bigint]

type NamedRates = readonly [row: string, rates: Rates]

/** The prices of one row. A price of the cache that is the price of input is no other price: most are not written. */
const ratePrices = ([row, rates]: NamedRates): readonly NamedPrice[] => {
  const { inputPerMillion: input, cacheWrite1hPerMillion: longWrite, outputPerMillion: output } = rates
  const ofCache: readonly NamedPrice[] = [
    [`${row}cached_input_per_million`, rates.cachedInputPerMillion],
    [`${row}cache_write_per_million`, rates.cacheWritePerMillion],
    ...(longWrite === undefined ? [] : [[`${row}cache_write_1h_per_million`, longWrite] as const]),
  ]
  return [
    [`${row}input_per_million`, input],
    ...ofCache.filter(([, price]) => price !== input),
    ...(output === null ? [] : [[`${row}output_per_million`, output] as const]),
  ]
}

const withSteps = (row: string, rates: TokenRates): readonly NamedRates[] => [
  [row, rates],
  ...(rates.steps ?? []).map((step, index): NamedRates => [`${row}rows.${index}.`, step]),
]

/** All rates of a tariff in tokens: the ordinary ones, those of its rows and those of its service tiers. */
const ratesOf = (tariff: TokenTariff): readonly NamedRates[] => [
  ...withSteps('', tariff),
  ...[...(tariff.serviceTiers ?? [])].flatMap(([tier, rates]) => withSteps(`service_tiers.${tier}.`, rates)),
]

/** What is wrong with a tariff in tokens for a kind of model that writes: all its rates need a price of output. */
export const outputPriceProblems = (tariff: TokenTariff): readonly string[] =>
  ratesOf(tariff)
    .filter(([, { outputPerMillion }]) => outputPerMillion === null)
    .map(([row]) => `${row}output_per_million is missing: what the model writes is paid`)

/** What may be kept for an hour has a price for every length of prompt and in every tier. */
const longCacheProblems = (tariff: Tariff): readonly string[] => {
  if (tariff.unit !== 'tokens') return []
  const all = ratesOf(tariff)
  const without = all.filter(([, { cacheWrite1hPerMillion }]) => cacheWrite1hPerMillion === undefined)
  return without.length === all.length
    ? []
    : without.map(([row]) => `${row}cache_write_1h_per_million is missing, which other rates of the tariff have`)
}

/** Every price of a tariff, under its name in the catalogue. */
const pricesOf = (tariff: Tariff): readonly NamedPrice[] => {
  switch (tariff.unit) {
    case 'tokens':
      return ratesOf(tariff).flatMap(ratePrices)
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
        ...(tariff.textOutputPerMillion === undefined
          ? []
          : [['text_output_per_million', tariff.textOutputPerMillion] as const]),
      ]
    case 'characters':
      return [['per_million', tariff.perMillion]]
    case 'speech_tokens':
      return [
        ['input_per_million', tariff.inputPerMillion],
        ['output_per_million', tariff.outputPerMillion],
      ]
    case 'audio_second':
      return [['price', tariff.perSecond]]
    case 'audio_tokens':
      return [
        ['audio_input_per_million', tariff.audioInputPerMillion],
        ['text_input_per_million', tariff.textInputPerMillion],
        ['output_per_million', tariff.outputPerMillion],
      ]
    case 'second':
      return [
        ['price', tariff.perSecond],
        ...tariff.rows.map(({ perSecond }, index): NamedPrice => [`rows.${index}.price`, perSecond]),
      ]
  }
}

export const nonPositivePriceProblems = (prices: readonly NamedPrice[]): readonly string[] =>
  prices
    .filter(([, price]) => price <= 0n)
    .map(([name]) => `${name} must be above zero: a paid call never costs nothing`)

/** What the rows of a tariff ask for, by the place of their list. */
const rowsOf = (tariff: Tariff): readonly (readonly [place: string, rows: readonly Conditions[]])[] => {
  switch (tariff.unit) {
    case 'tokens':
      return [
        ['', stepConditions(tariff)],
        ...[...(tariff.serviceTiers ?? [])].map(
          ([tier, rates]) => [`service_tiers.${tier}.`, stepConditions(rates)] as const,
        ),
      ]
    case 'image':
      return [['', tariff.rows.map(imageConditions)]]
    case 'second':
      return [['', tariff.rows.map(videoConditions)]]
    case 'image_tokens':
    case 'characters':
    case 'speech_tokens':
    case 'audio_second':
    case 'audio_tokens':
      return []
  }
}

/** Of several lengths the longest counts, so that two rows clash only where they name the same. */
const stepConditions = ({ steps }: TokenRates): readonly Conditions[] =>
  (steps ?? []).map(({ promptTokensOver }) => ({ prompt_tokens_over: String(promptTokensOver) }))

const ambiguousRowProblems = (tariff: Tariff): readonly string[] =>
  rowsOf(tariff).flatMap(([place, rows]) =>
    ambiguousRows(rows).map(
      ([one, other]) =>
        `${place}rows.${one} and ${place}rows.${other} have equally many conditions and can both fit one request`,
    ),
  )

const turnPriceOf = (model: Model): readonly NamedPrice[] =>
  model.kind !== 'chat' || model.turnPriceMicro === null ? [] : [['turn_price', model.turnPriceMicro]]

export const priceProblems = (model: Model): readonly string[] => [
  ...nonPositivePriceProblems([...pricesOf(model.tariff), ...turnPriceOf(model)]),
  ...ambiguousRowProblems(model.tariff),
  ...longCacheProblems(model.tariff),
]
