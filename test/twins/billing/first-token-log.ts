import type { FirstTokenLog } from '../../../src/application/ports/billing/first-token-log.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 31 * 24 * HOUR_MS

export const memoryFirstTokenLog = (nowMs: () => number): FirstTokenLog => {
  const hours = new Map<number, Map<number, number>>()
  return {
    add: async (counts) => {
      for (const hourMs of hours.keys()) if (hourMs < nowMs() - KEPT_MS) hours.delete(hourMs)
      for (const { hour, step, calls } of counts) {
        const steps = hours.get(hour.getTime()) ?? new Map<number, number>()
        hours.set(hour.getTime(), steps.set(step, (steps.get(step) ?? 0) + calls))
      }
    },
    since: async (from) => {
      const sums = new Map<number, number>()
      const firstMs = from.getTime() - (from.getTime() % HOUR_MS)
      for (const [hourMs, steps] of hours) {
        if (hourMs < firstMs) continue
        for (const [step, calls] of steps) sums.set(step, (sums.get(step) ?? 0) + calls)
      }
      return [...sums].map(([step, calls]) => ({ step, calls })).toSorted((one, other) => one.step - other.step)
    },
  }
}
