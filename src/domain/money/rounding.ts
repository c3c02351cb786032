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
