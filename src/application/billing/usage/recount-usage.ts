import type { UsageCounter } from '../../ports/billing/usage-counter.ts'

interface RecountUsageDeps {
  readonly usageCounter: Pick<UsageCounter, 'startAnew'>
  readonly countUsage: (signal: AbortSignal) => Promise<number>
}

/**
 * Throws the hourly usage away and counts every receipt anew. Returns how many it counted itself: the workers of the
 * installation count too. Readers see the same sums all the while, only later.
 */
export const recountUsage =
  ({ usageCounter, countUsage }: RecountUsageDeps) =>
  async (): Promise<number> => {
    await usageCounter.startAnew()
    return countUsage(new AbortController().signal)
  }
