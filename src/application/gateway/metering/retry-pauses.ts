import type { Timer } from '../../ports/process/timer.ts'

/** Pauses between attempts, all of which can be ended at once. */
export interface RetryPauses {
  pause(durationMs: number): Promise<void>
  endAll(): void
}

export const retryPauses = (timer: Timer): RetryPauses => {
  const pausing = new Set<() => void>()
  return {
    pause: (durationMs) =>
      new Promise((resolve) => {
        const end = (): void => {
          pausing.delete(end)
          resolve()
        }
        pausing.add(end)
        void timer.sleep(durationMs).then(end)
      }),
    endAll: () => pausing.forEach((end) => end()),
  }
}
