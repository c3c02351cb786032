/** The fields of an open hold that a release needs. */
export interface OpenHold {
  readonly id: string
  readonly walletId: string
}

/** Reads and extends open holds. Only the ledger ends them. All times are the database's. */
export interface HoldStore {
  /**
   * Keeps the open holds of a running process alive for `lifeSeconds` from now and returns how many.
   * Never waits: a hold that another transaction has locked is passed over.
   */
  extendLeases(instance: string, lifeSeconds: number): Promise<number>
  /** Open holds past their life, the oldest first, at most `limit`. Takes no locks. */
  expired(limit: number): Promise<readonly OpenHold[]>
  /** Open holds of any process but `instance`; never those that outlive processes. At most `limit`. */
  ofOtherInstances(instance: string, limit: number): Promise<readonly OpenHold[]>
}
