/** What a row asks of a request; null asks for nothing. */
type Conditions = Readonly<Record<string, string | boolean | null>>

interface Row {
  readonly price: string
}

/** Of the rows that fit the one with the most conditions, as the service chooses it. */
export const bestRow = <R extends Row>(rows: readonly R[], conditionsOf: (row: R) => Conditions, asked: Conditions) => {
  const given = (row: R): number => Object.values(conditionsOf(row)).filter((value) => value !== null).length
  const fits = (row: R): boolean =>
    Object.entries(conditionsOf(row)).every(([name, value]) => value === null || value === asked[name])
  return rows.filter(fits).toSorted((one, other) => given(other) - given(one))[0]
}
