/** Steps that a person counts in, of each power of ten. */
const ROUND = [1, 2, 5, 10]

/** A scale has at most so many steps above zero. */
const MOST_STEPS = 3

const roundStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  // What a division leaves behind the last digit makes no longer step.
  return (ROUND.find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power
}

/**
 * The round figures of a scale for values up to the largest one, from zero up and equally far from each other. They are
 * no closer than the smallest step: nothing is called one and a half times.
 */
export const ticksOf = (largest: number, smallestStep: number): readonly number[] => {
  if (largest <= 0) return [0]
  const step = Math.max(smallestStep, roundStep(largest / MOST_STEPS))
  const steps = Math.max(1, Math.ceil(largest / step - 1e-9))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
