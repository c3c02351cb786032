import type { BatchTransactions } from '../../src/adapters/persistence/batch-transactions.ts'

/** Counts how often memory sufficed and how often the rows had to be locked and read. */
export const countingBatches = (batches: BatchTransactions) => {
  const counts = { fromMemory: 0, underLock: 0 }
  const counted: BatchTransactions = {
    run: (reads, decide) => {
      counts.underLock += 1
      return batches.run(reads, decide)
    },
    write: async (statement) => {
      await batches.write(statement)
      counts.fromMemory += 1
    },
  }
  return { counts, counted }
}
