/** Rows that one statement deletes, so that none runs for long. */
const BATCH_SIZE = 1_000
/** What is left waits for the next round. */
const STATEMENTS = 100

/**
 * Deletes batch after batch until nothing is left, or it has sent so many statements: with one batch a round a table
 * grows for ever that gains more between two of them. Returns how many rows it deleted.
 */
export const pruneInBatches = async (
  prune: (limit: number) => Promise<number>,
  statements = STATEMENTS,
): Promise<number> => {
  let pruned = 0
  for (let statement = 0; statement < statements; statement += 1) {
    const removed = await prune(BATCH_SIZE)
    if (removed === 0) break
    pruned += removed
  }
  return pruned
}
