import type { UsageCounter } from '../../ports/billing/usage-counter.ts'

interface RecountUsageDeps {
  readonly usageCounter: Pick<UsageCounter, 'countAnew'>
}

/**
 * Counts the hourly usage anew from every receipt, and returns how many these are. Readers see the same sums all the
 * while.
 */
export const recountUsage =
  ({ usageCounter }: RecountUsageDeps) =>
  (): Promise<number> =>
    usageCounter.countAnew()
