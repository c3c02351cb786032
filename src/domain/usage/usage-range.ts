import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { DAY_MS, HOUR_MS } from '../time-units.ts'

/** The attribute by which operations are grouped. */
export type UsageGroup = 'hour' | 'day' | 'model' | 'key' | 'surface'

const DEFAULT_DAYS = 30

/** As many hours as a month has, and as many days as a year has. */
export const MOST_DAYS: Readonly<Record<UsageGroup, number>> = {
  hour: 31,
  day: 366,
  model: 366,
  key: 366,
  surface: 366,
}

/** Whole hours, in milliseconds since the epoch; the hour of `toMs` is the first one behind it. */
export interface UsageRange {
  readonly fromMs: number
  readonly toMs: number
}

interface AskedRange {
  /** Null: thirty days before the end. */
  readonly fromMs: number | null
  /** Null: the end of the current hour. */
  readonly toMs: number | null
  readonly group: UsageGroup
}

export type UsageRangeFailure =
  | { readonly tag: 'range_is_empty' }
  | { readonly tag: 'range_too_long'; readonly mostDays: number }

/** The last day of the year 9999 begins: rounded up to whole days, no later time is one that every database reads. */
const LAST_MS = Date.UTC(9999, 11, 31)

const hourBefore = (atMs: number): number => Math.min(Math.floor(atMs / HOUR_MS) * HOUR_MS, LAST_MS)

const hourAfter = (atMs: number): number => Math.min(Math.ceil(atMs / HOUR_MS) * HOUR_MS, LAST_MS)

/** The hours that hold every moment which was asked for. A day on which clocks go back makes a month an hour longer. */
export const usageRange = (asked: AskedRange, nowMs: number): Either<UsageRangeFailure, UsageRange> => {
  const toMs = asked.toMs ?? hourAfter(nowMs)
  const fromMs = asked.fromMs ?? toMs - DEFAULT_DAYS * DAY_MS
  if (fromMs >= toMs) return left({ tag: 'range_is_empty' })
  const mostDays = MOST_DAYS[asked.group]
  if (toMs - fromMs > mostDays * DAY_MS + HOUR_MS) return left({ tag: 'range_too_long', mostDays })
  return right({ fromMs: hourBefore(fromMs), toMs: hourAfter(toMs) })
}
