/** That the owner was alerted of a balance below the threshold, and after which transfer of the wallet. */
export interface AlertedLowBalance {
  readonly lastSeq: bigint
}

type LowBalanceDecision =
  /** The balance is not low: the next time that it is, the owner is alerted. */
  | 'arm'
  | 'alert'
  /** The owner was alerted of this fall. */
  | 'stay'

/**
 * Decides on a wallet that has moved. Held money counts as balance: a hold comes and goes with each call, and the owner
 * would be alerted of every large one. `roseSince` says whether the balance was at the threshold or above it after a
 * transfer since that alert. A `threshold` of null turns alerts off.
 */
export const decideLowBalance = (
  balance: bigint,
  threshold: bigint | null,
  alerted: AlertedLowBalance | null,
  roseSince: boolean,
): LowBalanceDecision => {
  if (threshold === null || balance >= threshold) return 'arm'
  return alerted === null || roseSince ? 'alert' : 'stay'
}
