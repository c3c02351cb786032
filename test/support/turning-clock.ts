import type { Clock } from '../../src/application/ports/clock.ts'

export interface TurningClock extends Clock {
  /** Milliseconds forward. */
  turn(ms: number): void
}

/** A clock that stands still until it is turned. */
export const turningClock = (startMs = Date.UTC(2026, 0, 1)): TurningClock => {
  let nowMs = startMs
  return {
    now: () => nowMs,
    turn: (ms) => {
      nowMs += ms
    },
  }
}
