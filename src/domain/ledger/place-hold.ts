import type { Hold } from './hold.ts'
import { available } from './account.ts'
import type { Wallet } from './account.ts'
import type { PlaceHold, PlaceHoldOutcome } from './command.ts'
import { referenceText } from './transfer.ts'
import { budgetIn, holdIn, isReferenceTaken, moveBudget, moveWallet, walletIn } from './draft.ts'
import type { Draft } from './draft.ts'

/** The instance and the life do not count as content: a retry may come from another process. */
const isSameHold = (hold: Hold, command: PlaceHold): boolean =>
  hold.walletId === command.walletId &&
  hold.amount === command.amount &&
  referenceText(hold.reference) === referenceText(command.reference) &&
  hold.budgetId === command.budgetId

const newHold = (command: PlaceHold, wallet: Wallet): Hold => ({
  id: command.holdId,
  walletId: wallet.id,
  currency: wallet.currency,
  amount: command.amount,
  state: 'held',
  settledAmount: null,
  releaseReason: null,
  reference: command.reference,
  budgetId: command.budgetId,
  instance: command.instance,
  receipt: null,
})

/**
 * Decides repetition before money: the retry of a paid call must not fail on a wallet that the call itself emptied.
 */
export const placeHold = (draft: Draft, command: PlaceHold): PlaceHoldOutcome => {
  const earlier = holdIn(draft, command.holdId)
  if (earlier !== undefined) {
    return isSameHold(earlier, command) ? { tag: 'held', hold: earlier, fresh: false } : { tag: 'mismatch' }
  }
  const wallet = walletIn(draft, command.walletId)
  if (wallet === undefined) return { tag: 'unknown_account' }
  if (isReferenceTaken(draft, referenceText(command.reference))) return { tag: 'mismatch' }
  if (wallet.suspended) return { tag: 'suspended' }
  const refusal = budgetRefusal(draft, command)
  if (refusal !== null) return refusal
  if (available(wallet) < command.amount) {
    return { tag: 'insufficient', balance: wallet.balance, held: wallet.held }
  }
  const hold = newHold(command, wallet)
  moveWallet(draft, wallet, 0n, hold.amount)
  moveBudget(draft, hold.budgetId, 0n, hold.amount)
  draft.holds.set(hold.id, hold)
  draft.references.set(referenceText(hold.reference), hold.id)
  draft.lifeSeconds.set(hold.id, command.lifeSeconds)
  return { tag: 'held', hold, fresh: true }
}

const budgetRefusal = (draft: Draft, command: PlaceHold): PlaceHoldOutcome | null => {
  if (command.budgetId === null) return null
  const budget = budgetIn(draft, command.budgetId)
  if (budget === undefined) return { tag: 'unknown_account' }
  const { limit, spent, held } = budget
  if (limit === null || spent + held + command.amount <= limit) return null
  return { tag: 'spend_limit_exceeded', limit, spent, held }
}
