import type { Clock } from '../../application/ports/process/clock.ts'

export const systemClock: Clock = { now: Date.now }

/** A clock that only runs forward, in milliseconds. It measures durations: the wall clock may be set anew. */
export const monotonicMs = (): number => performance.now()
