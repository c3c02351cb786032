/** That the owner had notice of a balance below the threshold, and after which transfer of the wallet. */
export interface NoticedLowBalance {
  readonly lastSeq: bigint
}

type LowBalanceDecision =
  /** The balance is not low: the next time that it is, the owner has notice. */
  | 'arm'
  | 'notify'
  /** The owner has had notice of this fall. */
  | 'stay'

/**
 * Decides on a wallet that has moved. Held money counts as balance: a hold comes and goes with each call, and the owner
 * would have notice of every large one. `roseSince` says whether the balance was at the threshold or above it after a
 * transfer since that notice. A `threshold` of null turns notices off.
 */
export const decideLowBalance = (
  balance: bigint,
  threshold: bigint | null,
  noticed: NoticedLowBalance | null,
  roseSince: boolean,
): LowBalanceDecision => {
  if (threshold === null || balance >= threshold) return 'arm'
  return noticed === null || roseSince ? 'notify' : 'stay'
}
