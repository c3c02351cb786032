import type { Clock } from '../ports/process/clock.ts'
import type { DatabaseTime } from '../ports/process/database-time.ts'
import { SECOND_MS } from '../../domain/time-units.ts'

/** Two clocks that are set by the network differ by far less than this. */
const DIFFERS_MS = 5 * SECOND_MS

export interface ClockWatch {
  /** By how much the machine's clock is ahead of the database's, as it was last compared; negative if it is behind. */
  readonly aheadMs: () => number
  compare(): Promise<void>
}

interface ClockWatchDeps {
  readonly clock: Clock
  readonly databaseTime: DatabaseTime
  /** Hears when the clocks begin to differ, and by how many seconds, and when they agree again. */
  readonly onDiffer: (aheadSeconds: number) => void
  readonly onAgree: () => void
}

/**
 * Compares the clock of the machine with that of the database. The database read its clock at some moment between the
 * question and the answer, so what is known is the least by which the two differ: a slow answer makes no difference.
 */
export const clockWatch = ({ clock, databaseTime, onDiffer, onAgree }: ClockWatchDeps): ClockWatch => {
  let aheadMs = 0
  let differs = false
  return {
    aheadMs: () => aheadMs,
    compare: async () => {
      const askedMs = clock.now()
      const databaseMs = await databaseTime()
      const answeredMs = clock.now()
      aheadMs = Math.max(askedMs - databaseMs, 0) + Math.min(answeredMs - databaseMs, 0)
      const differed = differs
      differs = Math.abs(aheadMs) > DIFFERS_MS
      if (differs && !differed) onDiffer(aheadMs / SECOND_MS)
      if (!differs && differed) onAgree()
    },
  }
}
