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

/**
 * The only division of prices in this program. It rounds a fraction of a micro-unit up to a whole one. A sum is
 * rounded once, at its end (INVARIANTS.md, M10). `dividend` is >= 0 and `divisor` > 0; other arguments are a fault of
 * the program and throw a `RangeError`.
 *
 * Example: `divideRoundingUp(1n, 3n)` is `1n`, `divideRoundingUp(0n, 3n)` is `0n`.
 */
export const divideRoundingUp = (dividend: bigint, divisor: bigint): bigint => {
  if (dividend < 0n || divisor <= 0n) throw new RangeError(`cannot divide ${dividend} by ${divisor}`)
  return (dividend + divisor - 1n) / divisor
}

/** Rounds a refund down: the parts that are given back never exceed the sum that was paid. */
export const divideRoundingDown = (dividend: bigint, divisor: bigint): bigint => dividend / divisor
