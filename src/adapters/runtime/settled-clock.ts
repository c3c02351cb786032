import type { Clock } from '../../application/ports/process/clock.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'

/** A clock that is corrected goes ahead by less than this between two looks. */
const CORRECTED_MS = MINUTE_MS
/** A jump ahead that has lasted for so long is believed: the clock was behind before, or the machine was asleep. */
const BELIEVED_AFTER_MS = 15 * MINUTE_MS

/**
 * The time for what is ended or deleted once it is overdue. A machine whose clock is ahead for a moment would end and
 * delete what is not overdue, and no clock that is set right later brings that back. So a jump ahead counts only once
 * it has lasted; until then the time is measured by `monotonicMs`, a clock that only runs forward. A jump back counts
 * at once: it only lets things live longer.
 * Where the machine's clock is ahead of the database's by more than a minute, what counts is that of the database: a
 * process that started with a wrong clock would believe it. A database that is itself ahead moves nothing.
 */
export const settledClock = (machine: Clock, monotonicMs: () => number, aheadOfDatabaseMs: () => number): Clock => {
  const now = (): number => {
    const aheadMs = aheadOfDatabaseMs()
    return machine.now() - (aheadMs > CORRECTED_MS ? aheadMs : 0)
  }
  let believed = { atMs: now(), measuredMs: monotonicMs() }
  let aheadSinceMs: number | null = null
  return {
    now: () => {
      const [atMs, measuredMs] = [now(), monotonicMs()]
      const expectedMs = believed.atMs + measuredMs - believed.measuredMs
      const isAhead = atMs > expectedMs + CORRECTED_MS
      if (isAhead) aheadSinceMs ??= measuredMs
      if (isAhead && measuredMs - (aheadSinceMs ?? measuredMs) < BELIEVED_AFTER_MS) return Math.floor(expectedMs)
      believed = { atMs, measuredMs }
      aheadSinceMs = null
      return atMs
    },
  }
}
