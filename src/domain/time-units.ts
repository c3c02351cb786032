/** Lengths of time in milliseconds. Days of UTC are all of one length. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Unix seconds, as the API shows every time. */
export const unixSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

export const secondsOf = (time: Date): number => unixSeconds(time.getTime())

export const secondsOrNull = (time: Date | null): number | null => (time === null ? null : secondsOf(time))
