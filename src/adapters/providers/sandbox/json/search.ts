import type { Fitting } from './fits.ts'
import type { Schema } from './schema.ts'

/** A value that was found, or null if none was. */
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
  /** Whether a value fits for sure, with the formats that it is made for. */
  readonly surely: Fitting
  /** Whether it is known not to fit; a text has no format that it was not made for. */
  readonly possibly: Fitting
  /** A value that fits all these schemas; with `variant` 1, 2, … other ones. */
  readonly sampleAll: (schemas: readonly unknown[], depth: number, variant: number) => Sample
}

/** What a schema names, a value or a property, is written out wherever it stands, and costs by its length. */
const CHARACTERS_A_STEP = 50

export const stepsOf = (text: string): number => Math.floor(text.length / CHARACTERS_A_STEP)

export const isSpent = (search: Search, steps: number): boolean => {
  search.stepsLeft -= steps
  return search.stepsLeft < 0
}
