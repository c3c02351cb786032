import type { Hold, ReleaseReason } from './hold.ts'
import type { Wallet } from './account.ts'
import { moveBudget, moveWallet } from './draft.ts'
import type { Draft } from './draft.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/** Returns the whole amount of an open hold to what is available. */
export const releaseHold = (
  draft: Draft,
  hold: Hold,
  wallet: Wallet,
  reason: ReleaseReason,
  receipt: ReceiptFacts | null,
): void => {
  moveWallet(draft, wallet, 0n, -hold.amount)
  moveBudget(draft, hold.budgetId, 0n, -hold.amount)
  draft.holds.set(hold.id, { ...hold, state: 'released', releaseReason: reason, receipt })
}
