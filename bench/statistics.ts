/** The value below which the given share of the sorted sample lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const ascending = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b)

export const median = (values: readonly number[]): number => percentile(ascending(values), 0.5)
