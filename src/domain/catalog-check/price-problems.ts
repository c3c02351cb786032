import { imageConditions, ambiguousRows, videoConditions } from '../pricing/rows.ts'
import type { Conditions } from '../pricing/rows.ts'
import type { Rates, Tariff, TokenRates } from '../pricing/tariff.ts'
import type { Model } from '../catalog/model.ts'

type NamedPrice = readonly [name: string, price: bigint]

const ratePrices = (rates: Rates, row: string): readonly NamedPrice[] => [
  [`${row}input_per_million`, rates.inputPerMillion],
  [`${row}cached_input_per_million`, rates.cachedInputPerMillion],
  [`${row}cache_write_per_million`, rates.cacheWritePerMillion],
  [`${row}output_per_million`, rates.outputPerMillion],
]

const tokenPrices = (rates: TokenRates, row = ''): readonly NamedPrice[] => [
  ...ratePrices(rates, row),
  ...(rates.steps ?? []).flatMap((step, index) => ratePrices(step, `${row}rows.${index}.`)),
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
  model.kind !== 'chat' || model.turnPriceMicro === undefined || model.turnPriceMicro === null
    ? []
    : [['turn_price', model.turnPriceMicro]]

export const priceProblems = (model: Model): readonly string[] => [
  ...nonPositivePriceProblems([...pricesOf(model.tariff), ...turnPriceOf(model)]),
  ...ambiguousRowProblems(model.tariff),
]
