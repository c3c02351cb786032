import { systemAccountId } from './account.ts'
import type { Wallet } from './account.ts'
import type { PriceOutcome, Settle } from './command.ts'
import { suspendWallet, transferIn } from './draft.ts'
import type { Draft } from './draft.ts'
import type { Transfer } from './transfer.ts'

/**
 * The id of the write-off of an operation. The ids of ledger rows come from the operation id, so that the same
 * operation always names the same rows: the hold and its charge have the operation id itself, the write-off has it with
 * the version nibble 8 (RFC 9562: "custom"), which no generated UUIDv7 has.
 */
export const writeoffIdOf = (operationId: string): string => `${operationId.slice(0, 14)}8${operationId.slice(15)}`

/** What a command says of a price: a settle of a hold, or the capture of a call. */
type Priced = Pick<Settle, 'holdId' | 'price' | 'reference' | 'description' | 'tariffVersion' | 'receipt'>

/**
 * A finished video may be longer than the ordered one, for which the hold was made. That is not the customer's fault.
 */
const VIDEO_REFERENCE_KIND = 'video'

/** The outcome that a price had when it was charged before; a mismatch where that was another price. */
export const earlierSettle = (draft: Draft, command: Priced, wallet: Wallet, late: boolean): PriceOutcome => {
  const charge = transferIn(draft, command.holdId)
  const writeoff = transferIn(draft, writeoffIdOf(command.holdId))
  const charged = charge?.amount ?? 0n
  const writtenOff = writeoff?.amount ?? 0n
  if (charged + writtenOff !== command.price) return { tag: 'mismatch' }
  const balanceAfter = charge?.balanceAfter ?? writeoff?.balanceAfter ?? wallet.balance
  const { currency, held: heldAfter } = wallet
  return { tag: 'settled', currency, charged, writtenOff, balanceAfter, heldAfter, late, fresh: false }
}

/** Writes the charge of what the wallet has paid, and writes the rest of the price off. */
export const recordCharge = (
  draft: Draft,
  command: Priced,
  wallet: Wallet,
  charged: bigint,
  late: boolean,
): PriceOutcome => {
  const writtenOff = command.price - charged
  if (charged > 0n) {
    draft.transfers.set(command.holdId, { ...chargeOf(command, wallet, charged), balanceAfter: wallet.balance })
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
      balanceAfter: wallet.balance,
    })
  }
  const { currency, balance: balanceAfter, held: heldAfter } = wallet
  return { tag: 'settled', currency, charged, writtenOff, balanceAfter, heldAfter, late, fresh: true }
}

type Payer = Pick<Wallet, 'id' | 'currency'>

/** The fields that the charge and the write-off of one price share. */
const movement = (
  command: Priced,
  wallet: Payer,
): Omit<Transfer, 'id' | 'kind' | 'debit' | 'amount' | 'balanceAfter'> => ({
  currency: wallet.currency,
  credit: systemAccountId('revenue', wallet.currency),
  holdId: command.holdId,
  reverses: null,
  reference: command.reference,
  description: command.description,
  operationId: command.holdId,
  tariffVersion: command.tariffVersion,
  usage: command.receipt?.usage ?? null,
})

/** The charge of what a wallet pays for an operation. */
const chargeOf = (command: Priced, wallet: Payer, amount: bigint): Omit<Transfer, 'balanceAfter'> => ({
  ...movement(command, wallet),
  id: command.holdId,
  kind: 'charge',
  debit: wallet.id,
  amount,
})
