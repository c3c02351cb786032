/** The wall clock. Decisions get its reading as a value; the domain never reads a clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** Unix seconds, as the API shows every time. */
export const unixSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

export const secondsOf = (time: Date): number => unixSeconds(time.getTime())

export const secondsOrNull = (time: Date | null): number | null => (time === null ? null : secondsOf(time))
