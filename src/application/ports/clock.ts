/** The wall clock. Decisions receive its reading as a value; nothing in the domain asks for the time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** Unix seconds, as the API shows every time. */
export const unixSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
