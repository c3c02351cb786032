import type { HoldStore } from '../../ports/billing/hold-store.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import { releaseHolds } from './release-holds.ts'
import type { ReleasedHolds } from './release-holds.ts'

export interface SweepHoldsDeps {
  readonly holds: HoldStore
  readonly ledger: Ledger
}

/** Gives back every hold past its life. Safe in any number of processes, as often as wanted. */
export const sweepHolds = (deps: SweepHoldsDeps) => (): Promise<ReleasedHolds> =>
  releaseHolds(deps.ledger, 'expired', (limit) => deps.holds.expired(limit))
