import { available, roomOf, systemAccountOf } from './account.ts'
import type { SystemAccountKind, Wallet } from './account.ts'
import type { MakeTransfer, TransferOutcome } from './command.ts'
import { moveWallet, refundedOf, transferIn, walletIn } from './draft.ts'
import type { Draft } from './draft.ts'
import type { Transfer } from './transfer.ts'

/** The system account at the other end of each kind of movement. */
const COUNTERPARTY: Readonly<Record<MakeTransfer['kind'], SystemAccountKind>> = {
  topup: 'deposits',
  bonus: 'promo',
  refund: 'revenue',
  adjustment: 'adjustment',
}

interface Ends {
  readonly wallet: Wallet
  /** True when the wallet pays. */
  readonly isDebit: boolean
}

/** A refund either gives a charge back to the wallet or takes a top-up out of it again. */
const isCounterparty = (kind: MakeTransfer['kind'], isDebit: boolean, counterparty: SystemAccountKind): boolean =>
  kind === 'refund' && isDebit ? counterparty === 'deposits' : counterparty === COUNTERPARTY[kind]

/** The kinds of transfer that take money from a wallet. */
const DEBIT_KINDS: ReadonlySet<MakeTransfer['kind']> = new Set(['adjustment', 'refund'])

/** Null unless the command joins a wallet and the right system account of its currency. */
const endsOf = (draft: Draft, command: MakeTransfer): Ends | null => {
  const payer = walletIn(draft, command.debit)
  const payee = walletIn(draft, command.credit)
  const wallet = payer ?? payee
  if (wallet === undefined || (payer !== undefined && payee !== undefined)) return null
  const counterparty = systemAccountOf(payer === undefined ? command.debit : command.credit)
  const isDebit = payer !== undefined
  if (counterparty === null || counterparty.currency !== wallet.currency) return null
  if (!isCounterparty(command.kind, isDebit, counterparty.kind)) return null
  return isDebit && !DEBIT_KINDS.has(command.kind) ? null : { wallet, isDebit }
}

const isSameTransfer = (transfer: Transfer, command: MakeTransfer): boolean =>
  transfer.kind === command.kind &&
  transfer.debit === command.debit &&
  transfer.credit === command.credit &&
  transfer.amount === command.amount &&
  transfer.reverses === command.reverses &&
  transfer.reference.kind === command.reference.kind &&
  transfer.reference.id === command.reference.id

export const makeTransfer = (draft: Draft, command: MakeTransfer): TransferOutcome => {
  const earlier = transferIn(draft, command.transferId)
  if (earlier !== undefined) {
    if (!isSameTransfer(earlier, command)) return { tag: 'mismatch' }
    return { tag: 'transferred', balanceAfter: earlier.balanceAfter, fresh: false }
  }
  const ends = endsOf(draft, command)
  if (ends === null) return { tag: 'unknown_account' }
  const { wallet, isDebit } = ends
  if (isDebit && available(wallet) < command.amount) {
    return { tag: 'insufficient', balance: wallet.balance, held: wallet.held }
  }
  // Money that a customer paid, or gets back, is never refused here: an order that does not fit is refused before.
  if (command.kind === 'adjustment' && !isDebit && roomOf(wallet) < command.amount) {
    return { tag: 'balance_limit', currency: wallet.currency, room: roomOf(wallet) }
  }
  if ((command.kind === 'refund') !== (command.reverses !== null)) return { tag: 'refund_exceeds_original' }
  if (command.reverses !== null) {
    if (!mayRefund(draft, command, command.reverses)) return { tag: 'refund_exceeds_original' }
    draft.refunded.set(command.reverses, refundedOf(draft, command.reverses) + command.amount)
  }
  const moved = moveWallet(draft, wallet, { balance: isDebit ? -command.amount : command.amount })
  draft.transfers.set(command.transferId, recordOf(command, moved))
  return { tag: 'transferred', balanceAfter: moved.balance, fresh: true }
}

const mayRefund = (draft: Draft, command: MakeTransfer, originalId: string): boolean => {
  const original = transferIn(draft, originalId)
  return (
    original !== undefined &&
    (original.kind === 'charge' || original.kind === 'topup') &&
    original.debit === command.credit &&
    original.credit === command.debit &&
    refundedOf(draft, originalId) + command.amount <= original.amount
  )
}

const recordOf = (command: MakeTransfer, wallet: Wallet): Transfer => ({
  id: command.transferId,
  kind: command.kind,
  currency: wallet.currency,
  debit: command.debit,
  credit: command.credit,
  amount: command.amount,
  holdId: null,
  reverses: command.reverses,
  balanceAfter: wallet.balance,
  reference: command.reference,
  description: command.description,
  operationId: command.operationId,
  tariffVersion: null,
  usage: null,
})
