import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The moment of a caller, and never one that the database has not reached: a process whose clock is ahead would take
 * what is not due, and write times until which no process looks.
 */
export const reached = (at: Date): RawBuilder<Date> => sql`least(${at}::timestamptz, now())`

/** What a caller means by a pause from its own moment `at` until `until`: no later than that pause from now. */
export const afterPause = (at: Date, until: Date): RawBuilder<Date> =>
  sql`least(${until}::timestamptz, now() + ${until.getTime() - at.getTime()} * interval '1 millisecond')`

/** The latest time that a pause can have been written with. A later one is of a clock that has been set back since. */
export const latestDue = (longestPauseMs: number): RawBuilder<Date> =>
  sql`now() + ${longestPauseMs} * interval '1 millisecond'`
