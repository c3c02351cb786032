import { DAY_MS } from '../time-units.ts'

/** When the current day, week and month began. Milliseconds since the epoch. */
export interface RecentPeriods {
  readonly day: number
  readonly week: number
  readonly month: number
}

/** In UTC; a week begins on Monday. */
export const recentPeriods = (nowMs: number): RecentPeriods => {
  const now = new Date(nowMs)
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const day = Date.UTC(year, month, date)
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return { day, week: day - daysSinceMonday * DAY_MS, month: Date.UTC(year, month, 1) }
}
