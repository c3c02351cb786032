/**
 * The value of a column that a row has in its state, as a check of the table says. Throws for null: then the table has
 * lost that check, and no meaning could be given to the row.
 */
export const columnOfState = <A>(value: A | null, row: string): A => {
  if (value === null) throw new Error(`${row} lacks what its state has`)
  return value
}
