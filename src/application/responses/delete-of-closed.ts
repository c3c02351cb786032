import type { ResponseStore } from '../ports/responses/response-store.ts'
import { PRUNE_BATCH_SIZE } from '../prune-in-batches.ts'

/**
 * Removes the responses of a closed account, a batch a statement: an account may have a million, and one statement over
 * them all runs out of time. Returns how many it removed; with fewer `statements` than they need some are left.
 */
export const deleteOfClosed = async (
  storedResponses: Pick<ResponseStore, 'removeOfClosed'>,
  userId: string,
  statements = Number.POSITIVE_INFINITY,
): Promise<number> => {
  let removed = 0
  for (let statement = 0; statement < statements; statement += 1) {
    const gone = await storedResponses.removeOfClosed(userId, PRUNE_BATCH_SIZE)
    if (gone === 0) break
    removed += gone
  }
  return removed
}
