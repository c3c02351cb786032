import type { Schemas } from '../../api/api-types.ts'

/** The reader's zone, by which days begin. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const two = (value: number): string => String(value).padStart(2, '0')

/** A day in the reader's zone, as the API writes it: `2026-11-23`. */
const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const startOfDay = (daysAgo: number): Date => {
  const date = new Date()
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - daysAgo)
  return date
}

/** The last `count` days, today included, as seconds from the first to the end of today. */
export const days = (count: number): { readonly from: number; readonly to: number } => ({
  from: startOfDay(count - 1).getTime() / 1_000,
  to: startOfDay(-1).getTime() / 1_000,
})

/** Each of these days, the oldest first. */
export const dayNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => dayOf(startOfDay(count - 1 - index)))

const MICRO = 1_000_000

/** What was called and spent on these days together. */
export const sumsOf = (rows: readonly Schemas['UsageRow'][], names: readonly string[]) => {
  const chosen = rows.filter(({ day = '' }) => names.includes(day))
  const sum = (figure: (row: Schemas['UsageRow']) => number): number =>
    chosen.reduce((total, row) => total + figure(row), 0)
  return {
    calls: sum(({ calls }) => calls),
    unsuccessful: sum(({ failures, refusals }) => failures + refusals),
    // Whole millionths of a rouble, so that nothing is rounded on the way.
    cost: (sum(({ cost }) => Math.round(Number(cost) * MICRO)) / MICRO).toFixed(6),
  }
}
