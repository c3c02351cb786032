import type { UsageCounter } from '../../ports/billing/usage-counter.ts'

interface CountUsageDeps {
  readonly usageCounter: Pick<UsageCounter, 'countChunk'>
}

/**
 * Counts what waits, chunk by chunk, until nothing is left, another worker counts, or `signal` aborts. Returns how many
 * receipts it counted. Any number of workers may do so at once.
 */
export const countUsage =
  ({ usageCounter }: CountUsageDeps) =>
  async (signal: AbortSignal): Promise<number> => {
    let receipts = 0
    while (!signal.aborted) {
      const chunk = await usageCounter.countChunk()
      if (chunk.tag === 'busy') break
      receipts += chunk.receipts
      if (chunk.isAll) break
    }
    return receipts
  }
