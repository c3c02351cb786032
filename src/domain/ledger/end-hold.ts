import type { Hold, ReleaseReason } from '../holds/hold.ts'
import type { Wallet } from './account.ts'
import { type Draft, moveBudget, moveWallet } from './draft.ts'
import type { Json } from './transfer.ts'

/** Gives an open hold back whole. */
export const releaseHold = (
  draft: Draft,
  hold: Hold,
  wallet: Wallet,
  reason: ReleaseReason,
  receipt: Json | null,
): void => {
  moveWallet(draft, wallet, 0n, -hold.amount)
  moveBudget(draft, hold.budgetId, 0n, -hold.amount)
  draft.holds.set(hold.id, { ...hold, state: 'released', releaseReason: reason, receipt })
}
