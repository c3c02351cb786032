import type { OpenHold } from '../../../domain/ledger/hold.ts'

/** What a release needs to know of a hold. */
export type HoldToRelease = Pick<OpenHold, 'id' | 'walletId'>

/** Finds open holds past their life. Only the ledger ends them. Takes no locks. */
export interface HoldStore {
  /** Past a time that was set when they were placed, the oldest first, at most `limit`. The time is the database's. */
  expired(limit: number): Promise<readonly HoldToRelease[]>
  /**
   * Seconds since the oldest overdue hold should have ended: it is past its life, or its process has been silent for as
   * long as a dead one. 0 if there is none. By the database's clock, for reports.
   */
  overdueSeconds(): Promise<number>
  /** Of instances that do not live, at most `limit`. */
  ofEndedInstances(limit: number): Promise<readonly HoldToRelease[]>
}
