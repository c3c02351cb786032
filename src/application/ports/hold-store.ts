/** An open hold, as little of it as is needed to give it back. */
export interface OpenHold {
  readonly id: string
  readonly walletId: string
}

/** Looks after open holds. Only the ledger ends them. Every time here is the database's. */
export interface HoldStore {
  /**
   * Keeps the open holds of a running process alive for `lifeSeconds` from now and returns how many.
   * Never waits: a hold that is being ended at this moment is passed over.
   */
  extendLeases(instance: string, lifeSeconds: number): Promise<number>
  /** Open holds past their life, the oldest first, at most `limit`. Takes no locks. */
  expired(limit: number): Promise<readonly OpenHold[]>
  /** Open holds of any process but `instance`; never those that outlive processes. At most `limit`. */
  ofOtherInstances(instance: string, limit: number): Promise<readonly OpenHold[]>
}
