import type { Clock } from '../../application/ports/process/clock.ts'

export const systemClock: Clock = { now: Date.now }
