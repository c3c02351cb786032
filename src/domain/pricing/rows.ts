import type { PerImageRow, PerSecondRow } from './tariff.ts'

/** What a row of a tariff asks of a request, by field; null asks for nothing. */
export type Conditions = Readonly<Record<string, string | boolean | null>>

export const imageConditions = ({ quality, size }: PerImageRow): Conditions => ({ quality, size })

export const videoConditions = ({ resolution, audio }: PerSecondRow): Conditions => ({ resolution, audio })

const isMet = (conditions: Conditions, asked: Conditions): boolean =>
  Object.entries(conditions).every(([field, value]) => value === null || value === asked[field])

const countOf = (conditions: Conditions): number => Object.values(conditions).filter((value) => value !== null).length

/** Of the rows that fit a request the one with the most conditions (contract 7); undefined where none fits. */
export const bestRow = <R>(
  rows: readonly R[],
  conditionsOf: (row: R) => Conditions,
  asked: Conditions,
): R | undefined => {
  let best: R | undefined
  let most = -1
  for (const row of rows) {
    const conditions = conditionsOf(row)
    const count = countOf(conditions)
    if (count <= most || !isMet(conditions, asked)) continue
    best = row
    most = count
  }
  return best
}

const canBothFit = (one: Conditions, other: Conditions): boolean =>
  Object.entries(one).every(([field, value]) => {
    const others = other[field] ?? null
    return value === null || others === null || value === others
  })

/**
 * Pairs of rows, by index, with equally many conditions that one request can meet: no rule could choose between them.
 */
export const ambiguousRows = (rows: readonly Conditions[]): readonly (readonly [number, number])[] =>
  rows.flatMap((one, index) =>
    rows
      .map((other, otherIndex) => ({ other, otherIndex }))
      .filter(
        ({ other, otherIndex }) => otherIndex > index && countOf(one) === countOf(other) && canBothFit(one, other),
      )
      .map(({ otherIndex }) => [index, otherIndex] as const),
  )
