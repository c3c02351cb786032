/** The wall clock. Decisions get its reading as a value; the domain never reads a clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}
