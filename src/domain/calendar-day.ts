const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * The first moment of a day in UTC, in milliseconds since 1970; null where the calendar has no such day. `Date` takes
 * the 31st of February for the 3rd of March.
 */
export const dayBegins = (text: string): number | null => {
  const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text) ? null : ms
}
