import type { BatchTransactions } from '../../../src/adapters/persistence/engine/batch-transactions.ts'

/**
 * Counts the batches that the cache sufficed for, those that locked and read their rows, and those the cache misled.
 */
export const countingBatches = (batches: BatchTransactions) => {
  const counts = { fromMemory: 0, underLock: 0, stale: 0 }
  const counted: BatchTransactions = {
    run: (reads, decide) => {
      counts.underLock += 1
      return batches.run(reads, decide)
    },
    write: async (statement) => {
      try {
        const rows = await batches.write(statement)
        counts.fromMemory += 1
        return rows
      } catch (error) {
        counts.stale += 1
        throw error
      }
    },
  }
  return { counts, counted }
}
