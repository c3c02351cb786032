import { releaseHolds } from './release-holds.ts'
import type { ReleasedHolds } from './release-holds.ts'
import type { SweepHoldsDeps } from './sweep-holds.ts'

/**
 * For an installation of one process at a time (the embedded database): whatever another process left open
 * is lost, for that process is dead. Call it at start, before `instance` places its first hold.
 */
export const releaseLostHolds =
  (deps: SweepHoldsDeps) =>
  (instance: string): Promise<ReleasedHolds> =>
    releaseHolds(deps.ledger, 'instance_lost', (limit) => deps.holds.ofOtherInstances(instance, limit))
