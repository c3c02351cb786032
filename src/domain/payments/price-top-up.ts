import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { divideRoundingUp, MICRO_PER_KOPECK, MICRO_PER_UNIT } from '../money/money.ts'
import type { Currency, Money } from '../money/money.ts'

/** The limits of one purchase, in micro-units of the currency that is bought, and the price of a TOKEN. */
export interface TopUpTerms {
  readonly least: bigint
  readonly most: bigint
  /** Micro-roubles for one TOKEN, > 0. */
  readonly tokenPrice: bigint
}

export type TopUpAmountFailure =
  | {
      readonly tag: 'amount_out_of_range'
      readonly currency: Currency
      readonly least: bigint
      readonly most: bigint
    }
  /** Roubles are paid in whole kopecks. The gateway would take a finer part and not credit it. */
  | { readonly tag: 'amount_below_kopeck' }

/**
 * The price of buying `bought`, in micro-roubles. It is rounded up to a whole kopeck, because a payment has no smaller
 * part.
 *
 * Example: at a token price of 0.015 RUB, 1 TOKEN costs 0.02 RUB.
 */
export const priceTopUp = (bought: Money, terms: TopUpTerms): Either<TopUpAmountFailure, bigint> => {
  const { currency, micro } = bought
  const { least, most } = terms
  if (micro < least || micro > most) {
    return left({ tag: 'amount_out_of_range', currency, least, most })
  }
  if (currency === 'RUB' && micro % MICRO_PER_KOPECK !== 0n) return left({ tag: 'amount_below_kopeck' })
  const exact = micro * microRoublesPerUnit(currency, terms)
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
