import type { HoldStore } from '../ports/hold-store.ts'
import type { Ledger } from '../ports/ledger.ts'
import { type ReleasedHolds, releaseHolds } from './release-holds.ts'

export interface SweepHoldsDeps {
  readonly holds: HoldStore
  readonly ledger: Ledger
}

/** Gives back every hold past its life. Safe in any number of processes, as often as wanted. */
export const sweepHolds = (deps: SweepHoldsDeps) => (): Promise<ReleasedHolds> =>
  releaseHolds(deps.ledger, 'expired', (limit) => deps.holds.expired(limit))
