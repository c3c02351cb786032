import type { Fitting } from './fits.ts'
import type { Schema } from './schema.ts'

/** A value that was found, or null where none was. */
export type Sample = { readonly value: unknown } | null

/** A search for a value inside one document. Its budgets bound the whole of it, whatever the schema asks for. */
export interface Search {
  readonly root: unknown
  /** Spent by every schema that is taken apart, and by what is made; nothing is found when it is used up. */
  stepsLeft: number
  /**
   * The referenced schemas that are being sampled. One that needs itself again for a part of itself is left: if any
   * value fits it, then a smaller one does that does without.
   */
  readonly open: Set<Schema>
  /** Comparisons that trust every pattern and format, and those that trust none. */
  readonly trusting: Fitting
  readonly doubting: Fitting
  /** A value that fits all these schemas; with `variant` 1, 2, … other ones. */
  readonly sampleAll: (schemas: readonly unknown[], depth: number, variant: number) => Sample
}

export const isSpent = (search: Search, steps: number): boolean => {
  search.stepsLeft -= steps
  return search.stepsLeft < 0
}
