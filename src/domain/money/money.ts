/**
 * Money is a whole number of micro-units (one millionth of a rouble or of a token) held in a `bigint`. It is never a
 * JavaScript `number`: a float cannot hold 0.1 and would round silently.
 */
export type Currency = 'RUB' | 'TOKEN'

export const CURRENCIES: readonly Currency[] = ['RUB', 'TOKEN']

/** One rouble or one token, in micro-units. */
export const MICRO_PER_UNIT = 1_000_000n

/** The smallest part of a rouble that can be paid. */
export const MICRO_PER_KOPECK = 10_000n

export interface Money {
  readonly currency: Currency
  /** Micro-units. Negative only in a signed difference. */
  readonly micro: bigint
}

export const isCurrency = (text: string): text is Currency => text === 'RUB' || text === 'TOKEN'

export const minMicro = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export const maxMicro = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Other arguments are a fault of the program. */
const assertDivisible = (dividend: bigint, divisor: bigint): void => {
  if (dividend < 0n || divisor <= 0n) throw new RangeError(`cannot divide ${dividend} by ${divisor}`)
}

/**
 * Divides what is asked for: a fraction of a micro-unit becomes a whole one. A price is a sum that is divided once, at
 * its end, so that nothing that was used is free and no call is cheaper in parts (INVARIANTS.md, M10). `dividend` is
 * >= 0 and `divisor` > 0, else it throws a `RangeError`. Prices are divided by this function and the next one alone.
 *
 * Example: `divideRoundingUp(1n, 3n)` is `1n`, `divideRoundingUp(0n, 3n)` is `0n`.
 */
export const divideRoundingUp = (dividend: bigint, divisor: bigint): bigint => {
  assertDivisible(dividend, divisor)
  return (dividend + divisor - 1n) / divisor
}

/**
 * Divides what is given: a fraction is left out. So refunds never exceed the sum that was paid, and what a sum buys
 * never costs more than the sum. Its arguments are as for `divideRoundingUp`.
 */
export const divideRoundingDown = (dividend: bigint, divisor: bigint): bigint => {
  assertDivisible(dividend, divisor)
  return dividend / divisor
}
