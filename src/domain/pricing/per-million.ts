import { divideRoundingUp } from '../money/money.ts'

/** For how many tokens or characters a price stands in the catalogue. */
export const UNITS_OF_PRICE = 1_000_000n

/**
 * The price of `parts`, a sum of counts of which each is multiplied by its price for a million. It is rounded up to the
 * micro-unit, once.
 *
 * Example: 3 tokens at 100 micro-roubles and 2 at 50 are `perMillion(400n)`, 1 micro-rouble.
 */
export const perMillion = (parts: bigint): bigint => divideRoundingUp(parts, UNITS_OF_PRICE)
