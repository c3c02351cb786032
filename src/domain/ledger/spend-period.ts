import { DAY_MS, HOUR_MS } from '../time-units.ts'

/** After how long the limit of a key starts again: at midnight, at midnight before a Monday, or before the first. */
export type PeriodLength = 'daily' | 'weekly' | 'monthly'

export const PERIOD_LENGTHS: readonly PeriodLength[] = ['daily', 'weekly', 'monthly']

/**
 * How far away the end of a running period may be: two of the longest periods, of which one has the hour by which a
 * clock goes back. No clock that is right, or wrong by less than a period, finds an end that is farther.
 */
export const FARTHEST_END_MS: Readonly<Record<PeriodLength, number>> = {
  daily: 2 * (DAY_MS + HOUR_MS),
  weekly: 2 * (7 * DAY_MS + HOUR_MS),
  monthly: 2 * (31 * DAY_MS + HOUR_MS),
}

/**
 * Whether a period with this end runs. An end that is too far away was written under a wrong clock, and one batch of
 * such a process must not keep a key at its limit for years: then another period begins, as behind an end that passed.
 */
export const isRunningUntil = (endsAtMs: number, length: PeriodLength, nowMs: number): boolean =>
  nowMs < endsAtMs && endsAtMs - nowMs <= FARTHEST_END_MS[length]

/** Local time is at most this far ahead of UTC, and at most this far behind it, with an hour to spare. */
const MAX_AHEAD_MS = 15 * HOUR_MS
const MAX_BEHIND_MS = 13 * HOUR_MS

const dateFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })

/** Whether the runtime knows the time zone, by a name of the IANA database or by an offset like `+05:30`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return dateFormat(name) !== null
  } catch {
    return false
  }
}

/** The date at a moment, as the milliseconds at which this date begins in UTC. */
const dateAt = (format: Intl.DateTimeFormat, atMs: number): number => {
  const [month = 1, day = 1, year = 1970] = format.format(atMs).split('/').map(Number)
  return Date.UTC(year, month - 1, day)
}

/** The date on which the next period begins; dates are as `dateAt` writes them. */
const nextFirstDate = (length: PeriodLength, dateMs: number): number => {
  const date = new Date(dateMs)
  switch (length) {
    case 'daily':
      return dateMs + DAY_MS
    case 'weekly':
      return dateMs + ((8 - date.getUTCDay()) % 7 || 7) * DAY_MS
    case 'monthly':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
}

/**
 * The end of the period in which `nowMs` lies: the first moment after it at which the next period's first date is
 * there in the time zone. It is found by halving, because a clock that is moved at midnight skips or repeats it.
 * A time zone that this runtime does not know counts as UTC: a row may be older than the list of names.
 *
 * Example: the day of 2026-11-23T01:52Z ends in `Europe/Moscow` at 21:00Z.
 */
export const periodEnd = (length: PeriodLength, timeZone: string, nowMs: number): number => {
  const format = dateFormat(isTimeZone(timeZone) ? timeZone : 'UTC')
  const firstDateMs = nextFirstDate(length, dateAt(format, nowMs))
  let before = Math.floor(Math.max(nowMs, firstDateMs - MAX_AHEAD_MS) / 1000)
  let reached = (firstDateMs + MAX_BEHIND_MS) / 1000
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dateAt(format, middle * 1000) >= firstDateMs) reached = middle
    else before = middle
  }
  return reached * 1000
}
