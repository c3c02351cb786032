import { DAY_MS } from '../time-units.ts'

/** Days of UTC; `to` is the beginning of the first one behind them. */
export interface WholeDays {
  readonly from: Date
  readonly to: Date
}

/**
 * The days of UTC that lie as a whole between two times, in any time zone in which the times are meant. Where there is
 * none, `from` equals `to`, and both lie where hours before and after them are all the hours.
 */
export const wholeDays = (from: Date, to: Date): WholeDays => {
  const firstMs = Math.ceil(from.getTime() / DAY_MS) * DAY_MS
  const lastMs = Math.floor(to.getTime() / DAY_MS) * DAY_MS
  return { from: new Date(firstMs), to: new Date(Math.max(firstMs, lastMs)) }
}
