import { HOUR_MS } from '../../../domain/time-units.ts'
import { stepOf } from '../../../domain/usage/first-token.ts'
import type { FirstTokenLog, HourStepCount } from '../../ports/billing/first-token-log.ts'
import type { Clock } from '../../ports/process/clock.ts'

/** Counts in memory how long the first tokens of streamed answers took. */
export interface FirstTokens {
  note(waitedMs: number): void
  /** Writes what was counted. Where the write fails, it is kept, and the promise rejects. Returns how many it wrote. */
  flush(): Promise<number>
}

interface FirstTokensDeps {
  readonly firstTokenLog: Pick<FirstTokenLog, 'add'>
  readonly clock: Clock
}

export const firstTokens = ({ firstTokenLog, clock }: FirstTokensDeps): FirstTokens => {
  /** By the hour's beginning, then by the step. */
  let counted = new Map<number, Map<number, number>>()

  const count = (hourMs: number, step: number, calls: number): void => {
    const steps = counted.get(hourMs) ?? new Map<number, number>()
    counted.set(hourMs, steps)
    steps.set(step, (steps.get(step) ?? 0) + calls)
  }
  return {
    note: (waitedMs) => {
      const nowMs = clock.now()
      count(nowMs - (nowMs % HOUR_MS), stepOf(waitedMs), 1)
    },
    flush: async () => {
      if (counted.size === 0) return 0
      const counts = [...counted].flatMap(([hourMs, steps]) =>
        [...steps].map(([step, calls]): HourStepCount => ({ hour: new Date(hourMs), step, calls })),
      )
      counted = new Map()
      try {
        await firstTokenLog.add(counts)
      } catch (error) {
        for (const { hour, step, calls } of counts) count(hour.getTime(), step, calls)
        throw error
      }
      return counts.reduce((sum, { calls }) => sum + calls, 0)
    },
  }
}
