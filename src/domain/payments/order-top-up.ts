import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Currency, MICRO_PER_UNIT, type Money } from '../money/money.ts'
import { divideRoundingUp } from '../money/rounding.ts'

/** What may be bought and for how much. Amounts in micro-units of the currency that is bought. */
export interface TopUpTerms {
  readonly least: bigint
  readonly most: bigint
  /** Micro-roubles for one TOKEN, > 0. */
  readonly tokenPrice: bigint
}

export type TopUpAmountFailure =
  | { readonly tag: 'amount_out_of_range'; readonly least: bigint; readonly most: bigint }
  /** Roubles are paid in whole kopecks: a finer part would be paid and not credited. */
  | { readonly tag: 'amount_below_kopeck' }

const MICRO_PER_KOPECK = 10_000n

/** The price in micro-roubles of buying `bought`. Nobody pays fractions of a kopeck, so it is rounded up to one. */
export const priceTopUp = (bought: Money, terms: TopUpTerms): Either<TopUpAmountFailure, bigint> => {
  if (bought.micro < terms.least || bought.micro > terms.most) {
    return left({ tag: 'amount_out_of_range', least: terms.least, most: terms.most })
  }
  if (bought.currency === 'RUB' && bought.micro % MICRO_PER_KOPECK !== 0n) return left({ tag: 'amount_below_kopeck' })
  const exact = bought.micro * microRoublesPerUnit(bought.currency, terms)
  return right(divideRoundingUp(exact, MICRO_PER_UNIT * MICRO_PER_KOPECK) * MICRO_PER_KOPECK)
}

const microRoublesPerUnit = (currency: Currency, terms: TopUpTerms): bigint => {
  switch (currency) {
    case 'RUB':
      return MICRO_PER_UNIT
    case 'TOKEN':
      return terms.tokenPrice
  }
}
