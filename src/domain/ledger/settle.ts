import type { Hold } from './hold.ts'
import { minMicro } from '../money/money.ts'
import { available, systemAccountId } from './account.ts'
import type { Wallet } from './account.ts'
import type { Settle, SettleOutcome } from './command.ts'
import { writeoffIdOf } from './writeoff-id.ts'
import { holdIn, moveBudget, moveWallet, suspendWallet, transferIn, walletIn } from './draft.ts'
import type { Draft } from './draft.ts'
import { releaseHold } from './release-hold.ts'
import type { Transfer } from './transfer.ts'

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
  return { tag: 'settled', charged, writtenOff, balanceAfter, late, fresh: false }
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
  return { tag: 'settled', charged, writtenOff, balanceAfter: wallet.balance, late, fresh: true }
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
