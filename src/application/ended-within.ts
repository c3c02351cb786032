import type { Timer } from './ports/process/timer.ts'

/** Waits for work at most so long. Work that takes longer goes on; its failure in the wait is the caller's. */
export const endedWithin = async (timer: Timer, durationMs: number, work: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  try {
    await Promise.race([work, timer.sleep(durationMs, over.signal)])
  } finally {
    over.abort()
  }
}
