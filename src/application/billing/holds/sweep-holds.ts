import type { HoldStore } from '../../ports/billing/hold-store.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import { releaseHolds } from './release-holds.ts'
import type { ReleasedHolds } from './release-holds.ts'

interface SweepHoldsDeps {
  readonly holds: HoldStore
  readonly ledger: Ledger
}

/**
 * Gives back every hold past its life: of instances that ended, and of jobs that took too long. Safe in any number of
 * processes, as often as wanted.
 */
export const sweepHolds =
  ({ holds, ledger }: SweepHoldsDeps) =>
  async (): Promise<ReleasedHolds> => {
    const lost = await releaseHolds(ledger, 'instance_lost', (limit) => holds.ofEndedInstances(limit))
    const expired = await releaseHolds(ledger, 'expired', (limit) => holds.expired(limit))
    return { released: lost.released + expired.released, left: lost.left + expired.left }
  }
