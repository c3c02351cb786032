import type { Hold, OpenHold, ReleasedHold, ReleaseReason } from './hold.ts'
import { available } from './account.ts'
import type { Wallet } from './account.ts'
import type {
  PlaceHold,
  PlaceHoldOutcome,
  PriceOutcome,
  Settle,
  SettleOutcome,
  SpendLimitExceeded,
  Release,
  ReleaseOutcome,
} from './command.ts'
import { countedSpending } from './budget.ts'
import { keyShareOf, mayTake, takenBy } from './hold-amount.ts'
import { referenceText, TOP_UP_REFUND_KIND } from './transfer.ts'
import { budgetIn, holdIn, isReferenceTaken, moveBudget, moveWallet, walletIn, transferIn } from './draft.ts'
import type { Draft } from './draft.ts'
import { earlierSettle, recordCharge, writeoffIdOf } from './record-charge.ts'
import { minMicro } from '../money/money.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/** The instance and the life do not count as content: a retry may come from another process. */
const isSameHold = (hold: Hold, command: PlaceHold): boolean =>
  hold.walletId === command.walletId &&
  mayTake(command, hold.amount) &&
  referenceText(hold.reference) === referenceText(command.reference) &&
  hold.budgetId === command.budgetId

const newHold = (command: PlaceHold, wallet: Wallet, amount: bigint): OpenHold => ({
  id: command.holdId,
  walletId: wallet.id,
  currency: wallet.currency,
  amount,
  state: 'held',
  settledAmount: null,
  releaseReason: null,
  reference: command.reference,
  budgetId: command.budgetId,
  instance: command.instance,
  receipt: null,
  taken: null,
})

/** Who places a hold begins to spend, so only one that still keeps its money is answered as held. */
const placedBefore = (hold: Hold, command: PlaceHold): PlaceHoldOutcome => {
  if (!isSameHold(hold, command)) return { tag: 'mismatch' }
  return hold.state === 'held' ? { tag: 'held', hold, fresh: false } : { tag: 'hold_ended', hold }
}

/**
 * Decides repetition before money: the retry of a paid call must not fail on a wallet that the call itself emptied.
 */
export const placeHold = (draft: Draft, command: PlaceHold): PlaceHoldOutcome => {
  const earlier = holdIn(draft, command.holdId)
  if (earlier !== undefined) return placedBefore(earlier, command)
  const wallet = walletIn(draft, command.walletId)
  if (wallet === undefined) return { tag: 'unknown_account' }
  if (isReferenceTaken(draft, referenceText(command.reference))) return { tag: 'mismatch' }
  // A refund gives the customer's own money back, so a suspension, which is for paid calls, does not stop it.
  if (wallet.suspended && command.reference.kind !== TOP_UP_REFUND_KIND) return { tag: 'suspended' }
  const least = command.less?.least ?? command.amount
  const refusal = budgetRefusal(draft, command.budgetId, least)
  if (refusal !== null) return refusal
  const budget = command.budgetId === null ? undefined : budgetIn(draft, command.budgetId)
  const ofKey = budget === undefined ? null : keyShareOf(budget)
  if (available(wallet) < least) {
    const { balance, held } = wallet
    return { tag: 'insufficient', balance, held, ...(ofKey === null ? {} : { ofKey }) }
  }
  const left = ofKey === null ? available(wallet) : minMicro(ofKey.left, available(wallet))
  const hold = newHold(command, wallet, takenBy(command, left))
  moveWallet(draft, wallet, { held: hold.amount })
  moveBudget(draft, hold.budgetId, { held: hold.amount })
  draft.holds.set(hold.id, hold)
  draft.references.set(referenceText(hold.reference), hold.id)
  draft.lifeSeconds.set(hold.id, command.lifeSeconds)
  return { tag: 'held', hold, fresh: true }
}

/** Why the limit of a key does not let this much more be held; null if it does. */
export const budgetRefusal = (
  draft: Draft,
  budgetId: string | null,
  amount: bigint,
): SpendLimitExceeded | { readonly tag: 'unknown_account' } | null => {
  if (budgetId === null) return null
  const budget = budgetIn(draft, budgetId)
  if (budget === undefined) return { tag: 'unknown_account' }
  const { limit, held, period } = budget
  const spent = countedSpending(budget)
  if (limit === null || spent + held + amount <= limit) return null
  return { tag: 'spend_limit_exceeded', limit, spent, held, periodEndsAtMs: period?.endsAtMs ?? null }
}

/**
 * Charges the actual price. The wallet pays what it can, including its own hold; the house bears the rest (contract
 * 10.3). A settle that comes after its hold was released charges once, from what is available then.
 */
export const settle = (draft: Draft, command: Settle): SettleOutcome => {
  const hold = holdIn(draft, command.holdId)
  if (hold === undefined) return { tag: 'unknown_hold' }
  if (hold.walletId !== command.walletId) return { tag: 'mismatch' }
  const wallet = walletIn(draft, hold.walletId)
  if (wallet === undefined) return { tag: 'unknown_account' }
  switch (hold.state) {
    case 'held':
      return command.price === 0n
        ? settleNothing(draft, command, hold, wallet)
        : settleOpen(draft, command, hold, wallet)
    case 'settled':
      return earlierSettle(draft, command, wallet, false)
    case 'released':
      return settleReleased(draft, command, hold, wallet)
  }
}

const settleNothing = (draft: Draft, command: Settle, hold: OpenHold, wallet: Wallet): PriceOutcome => {
  releaseHold(draft, hold, wallet, 'zero_price', command.receipt)
  return { tag: 'released', fresh: true }
}

const settleOpen = (draft: Draft, command: Settle, hold: OpenHold, wallet: Wallet): PriceOutcome => {
  const charged = minMicro(command.price, available(wallet) + hold.amount)
  const paid = moveWallet(draft, wallet, { balance: -charged, held: -hold.amount })
  moveBudget(draft, hold.budgetId, { spent: charged, held: -hold.amount })
  draft.holds.set(hold.id, { ...hold, state: 'settled', settledAmount: command.price, receipt: command.receipt })
  return recordCharge(draft, command, paid, charged, false)
}

const settleReleased = (draft: Draft, command: Settle, hold: ReleasedHold, wallet: Wallet): PriceOutcome => {
  if (command.price === 0n) return { tag: 'released', fresh: false }
  if (hold.releaseReason === 'zero_price') return { tag: 'mismatch' }
  if (isCharged(draft, hold.id)) return earlierSettle(draft, command, wallet, true)
  const charged = minMicro(command.price, available(wallet))
  const paid = moveWallet(draft, wallet, { balance: -charged })
  moveBudget(draft, hold.budgetId, { spent: charged })
  draft.holds.set(hold.id, { ...hold, receipt: hold.receipt ?? lateReceipt(command.receipt) })
  return recordCharge(draft, command, paid, charged, true)
}

/** Says that the receipt is younger than the end of its hold: what counted the end has not seen it. */
const lateReceipt = (receipt: ReceiptFacts | null): ReceiptFacts | null => receipt && { ...receipt, late: true }

const isCharged = (draft: Draft, holdId: string): boolean =>
  transferIn(draft, holdId) !== undefined || transferIn(draft, writeoffIdOf(holdId)) !== undefined

/** Returns the whole amount of an open hold to what is available. */
const releaseHold = (
  draft: Draft,
  hold: OpenHold,
  wallet: Wallet,
  reason: ReleaseReason,
  receipt: ReceiptFacts | null,
): void => {
  moveWallet(draft, wallet, { held: -hold.amount })
  moveBudget(draft, hold.budgetId, { held: -hold.amount })
  draft.holds.set(hold.id, { ...hold, state: 'released', releaseReason: reason, receipt })
}

/** Ends a hold without a charge. A second release has the outcome of the first, and the first reason stays. */
export const release = (draft: Draft, command: Release): ReleaseOutcome => {
  const hold = holdIn(draft, command.holdId)
  if (hold === undefined) return { tag: 'unknown_hold' }
  if (hold.walletId !== command.walletId) return { tag: 'mismatch' }
  switch (hold.state) {
    case 'settled':
      return { tag: 'already_settled' }
    case 'released':
      return { tag: 'released', fresh: false }
    case 'held': {
      const wallet = walletIn(draft, hold.walletId)
      if (wallet === undefined) return { tag: 'unknown_account' }
      releaseHold(draft, hold, wallet, command.reason, command.receipt)
      return { tag: 'released', fresh: true }
    }
  }
}
