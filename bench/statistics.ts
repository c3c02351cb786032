/** The value below which the given share of the sorted sample lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const ascending = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)

/** The middle one, or what lies halfway between the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = ascending(values)
  const above = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const below = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (below + above) / 2
}
