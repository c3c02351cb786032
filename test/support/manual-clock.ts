import type { Clock } from '../../src/application/ports/process/clock.ts'

export interface ManualClock extends Clock {
  /** Milliseconds forward. */
  turn(ms: number): void
}

/** A clock that stands still until it is turned. */
export const manualClock = (startMs = Date.UTC(2026, 0, 1)): ManualClock => {
  let nowMs = startMs
  return {
    now: () => nowMs,
    turn: (ms) => {
      nowMs += ms
    },
  }
}
