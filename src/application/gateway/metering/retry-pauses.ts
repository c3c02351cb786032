import { endedWithin } from '../../ended-within.ts'
import type { Timer } from '../../ports/process/timer.ts'

/** Pauses between attempts, all of which can be ended at once. */
export interface RetryPauses {
  pause(durationMs: number): Promise<void>
  endAll(): void
}

export const retryPauses = (timer: Timer): RetryPauses => {
  const pausing = new Set<() => void>()
  return {
    pause: async (durationMs) => {
      const ended = Promise.withResolvers<void>()
      pausing.add(ended.resolve)
      await endedWithin(timer, durationMs, ended.promise)
      pausing.delete(ended.resolve)
    },
    endAll: () => pausing.forEach((end) => end()),
  }
}
