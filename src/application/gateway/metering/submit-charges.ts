import { concurrencyLimiter } from '../../load/concurrency-limiter.ts'
import type { JournaledCharge } from '../../ports/billing/charge-journal.ts'
import { MOST_AGAIN_AT_ONCE } from './settlements.ts'
import type { Settlements } from './settlements.ts'

/**
 * Submits to the ledger the charges that a dead process left in its journal; one that the ledger knows already changes
 * nothing. Some are submitted at a time: they must not fill the ledger, and all of them are on disk. Resolves with
 * whether it has taken all of them.
 */
export const submitCharges =
  ({ settlements }: { readonly settlements: Settlements }) =>
  async (charges: readonly JournaledCharge[]): Promise<boolean> => {
    const inTurn = concurrencyLimiter({ maxConcurrent: MOST_AGAIN_AT_ONCE, maxQueued: charges.length })
    let isTaken = true
    const submit = (charge: JournaledCharge): Promise<void> =>
      new Promise((resolve) =>
        settlements.submit(charge.holdId, charge, (outcome) => {
          isTaken &&= outcome !== null
          resolve()
        }),
      )
    await Promise.all(charges.map((charge) => inTurn(() => submit(charge))))
    return isTaken
  }
