import type { Settlements } from './settlements.ts'
import type { JournaledCharge } from '../../ports/billing/charge-journal.ts'

/**
 * Submits to the ledger the charges that a dead process left in its journal; one that the ledger knows already changes
 * nothing. Resolves with whether it has taken all of them.
 */
export const submitCharges =
  ({ settlements }: { readonly settlements: Settlements }) =>
  async (charges: readonly JournaledCharge[]): Promise<boolean> => {
    const outcomes = await Promise.all(
      charges.map(
        (charge) => new Promise((resolve) => settlements.submit(charge.holdId, charge, (outcome) => resolve(outcome))),
      ),
    )
    return outcomes.every((outcome) => outcome !== null)
  }
