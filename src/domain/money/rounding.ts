/**
 * The only division of money in this program. A fraction of a micro-unit is charged as a whole one
 * (billing rule: round up, once, at the end of a sum).
 * Both arguments must be non-negative and the divisor positive; anything else is a broken invariant.
 */
export const divideRoundingUp = (dividend: bigint, divisor: bigint): bigint => {
  if (dividend < 0n || divisor <= 0n) throw new RangeError(`cannot divide ${dividend} by ${divisor}`)
  return (dividend + divisor - 1n) / divisor
}

/** What is given back of a sum that was paid is rounded towards the house: parts never exceed the whole. */
export const divideRoundingDown = (dividend: bigint, divisor: bigint): bigint => dividend / divisor
