/** One page of a list. */
export interface Page<Row, Place> {
  readonly rows: readonly Row[]
  /** Where the next page begins, in the form in which the query of the list takes its place. Null at the end. */
  readonly next: Place | null
}
