import type { HoldStore } from '../ports/hold-store.ts'

/**
 * The life of a lease, and so the longest an orphaned hold outlives its process before the sweep may end it.
 * With the pause between two sweeps it stays within the minute in which every hold of a killed process ends.
 */
export const LEASE_SECONDS = 45

/** How often a running process extends its leases: two attempts may fail before one is lost. */
export const EXTEND_EVERY_SECONDS = 15

export interface ExtendLeasesDeps {
  readonly holds: HoldStore
  /** The id this process took at start. */
  readonly instance: string
}

/** Keeps this process's open holds alive and returns how many there are. */
export const extendLeases = (deps: ExtendLeasesDeps) => (): Promise<number> =>
  deps.holds.extendLeases(deps.instance, LEASE_SECONDS)
