import type { Hold, ReleaseReason } from './hold.ts'
import { available, systemAccountId } from './account.ts'
import type { Wallet } from './account.ts'
import type { PlaceHold, PlaceHoldOutcome, Settle, SettleOutcome, Release, ReleaseOutcome } from './command.ts'
import { referenceText } from './transfer.ts'
import type { Transfer } from './transfer.ts'
import {
  budgetIn,
  holdIn,
  isReferenceTaken,
  moveBudget,
  moveWallet,
  walletIn,
  suspendWallet,
  transferIn,
} from './draft.ts'
import type { Draft } from './draft.ts'
import { minMicro } from '../money/money.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/**
 * The id of the write-off of an operation. The ids of ledger rows come from the operation id, so that the same
 * operation always names the same rows: the hold and its charge have the operation id itself, the write-off has it with
 * the version nibble 8 (RFC 9562: "custom"), which no generated UUIDv7 has.
 */
export const writeoffIdOf = (operationId: string): string => `${operationId.slice(0, 14)}8${operationId.slice(15)}`

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

/**
 * A finished video may be longer than the ordered one, for which the hold was made. That is not the customer's fault.
 */
const VIDEO_REFERENCE_KIND = 'video'

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

const settleNothing = (draft: Draft, command: Settle, hold: Hold, wallet: Wallet): SettleOutcome => {
  releaseHold(draft, hold, wallet, 'zero_price', command.receipt)
  return { tag: 'released', fresh: true }
}

const settleOpen = (draft: Draft, command: Settle, hold: Hold, wallet: Wallet): SettleOutcome => {
  const charged = minMicro(command.price, available(wallet) + hold.amount)
  const paid = moveWallet(draft, wallet, -charged, -hold.amount)
  moveBudget(draft, hold.budgetId, charged, -hold.amount)
  draft.holds.set(hold.id, { ...hold, state: 'settled', settledAmount: command.price, receipt: command.receipt })
  return record(draft, command, paid, charged, false)
}

const settleReleased = (draft: Draft, command: Settle, hold: Hold, wallet: Wallet): SettleOutcome => {
  if (command.price === 0n) return { tag: 'released', fresh: false }
  if (hold.releaseReason === 'zero_price') return { tag: 'mismatch' }
  if (isCharged(draft, hold.id)) return earlierSettle(draft, command, wallet, true)
  const charged = minMicro(command.price, available(wallet))
  const paid = moveWallet(draft, wallet, -charged, 0n)
  moveBudget(draft, hold.budgetId, charged, 0n)
  if (hold.receipt === null) draft.holds.set(hold.id, { ...hold, receipt: command.receipt })
  return record(draft, command, paid, charged, true)
}

const isCharged = (draft: Draft, holdId: string): boolean =>
  transferIn(draft, holdId) !== undefined || transferIn(draft, writeoffIdOf(holdId)) !== undefined

const earlierSettle = (draft: Draft, command: Settle, wallet: Wallet, late: boolean): SettleOutcome => {
  const charge = transferIn(draft, command.holdId)
  const writeoff = transferIn(draft, writeoffIdOf(command.holdId))
  const charged = charge?.amount ?? 0n
  const writtenOff = writeoff?.amount ?? 0n
  if (charged + writtenOff !== command.price) return { tag: 'mismatch' }
  const balanceAfter = charge?.balanceAfter ?? writeoff?.balanceAfter ?? wallet.balance
  return { tag: 'settled', charged, writtenOff, balanceAfter, heldAfter: wallet.held, late, fresh: false }
}

const record = (draft: Draft, command: Settle, wallet: Wallet, charged: bigint, late: boolean): SettleOutcome => {
  const writtenOff = command.price - charged
  if (charged > 0n) {
    draft.transfers.set(command.holdId, {
      ...movement(command, wallet),
      id: command.holdId,
      kind: 'charge',
      debit: wallet.id,
      amount: charged,
    })
  }
  if (writtenOff > 0n) {
    if (command.reference.kind !== VIDEO_REFERENCE_KIND) suspendWallet(draft, wallet)
    const id = writeoffIdOf(command.holdId)
    draft.transfers.set(id, {
      ...movement(command, wallet),
      id,
      kind: 'writeoff',
      debit: systemAccountId('writeoff', wallet.currency),
      amount: writtenOff,
    })
  }
  const { balance: balanceAfter, held: heldAfter } = wallet
  return { tag: 'settled', charged, writtenOff, balanceAfter, heldAfter, late, fresh: true }
}

/** The fields that the charge and the write-off of one settle share. */
const movement = (command: Settle, wallet: Wallet): Omit<Transfer, 'id' | 'kind' | 'debit' | 'amount'> => ({
  currency: wallet.currency,
  credit: systemAccountId('revenue', wallet.currency),
  holdId: command.holdId,
  reverses: null,
  balanceAfter: wallet.balance,
  reference: command.reference,
  description: command.description,
  operationId: command.holdId,
  tariffVersion: command.tariffVersion,
  usage: command.usage,
})

/** Returns the whole amount of an open hold to what is available. */
const releaseHold = (
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
