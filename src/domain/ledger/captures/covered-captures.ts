import type { PriceOutcome } from '../command.ts'
import type { Hold } from '../hold.ts'
import type { Capture } from '../reservation-command.ts'
import { endedHold, isSameReservation } from '../reservation-transitions.ts'
import { openSum } from '../reservation.ts'
import type { Reservation } from '../reservation.ts'
import { referenceText } from '../transfer.ts'
import { usageChanges } from '../usage/usage-change.ts'
import type { UsageChange } from '../usage/usage-change.ts'

/** A call that writes its hold and, where it is not free, its charge, which takes the whole price. */
interface CoveredCall {
  readonly command: Capture
  readonly hold: Hold
  /** Micro-units that calls up to this one take from its wallet in this batch. */
  readonly paidUntil: bigint
}

/**
 * The rows to write for covered calls. Their money is already held in wallet, key and reservation, so each row changes
 * by a difference and no balance is read. Sums are in micro-units; every wallet is named, and a sum of 0 changes
 * nothing.
 */
export interface CoveredWrites {
  readonly calls: readonly CoveredCall[]
  /** Wallet id → what it pays. */
  readonly paid: ReadonlyMap<string, bigint>
  /** Budget id → what is charged to the key. */
  readonly charged: ReadonlyMap<string, bigint>
  /** Reservation id → what is taken from it. */
  readonly taken: ReadonlyMap<string, bigint>
  readonly usage: readonly UsageChange[]
}

/** Whether this one call needs nothing but its reservation: no excess, and no other money than is set aside. */
export const isCovered = (command: Capture, reservation: Reservation | undefined): reservation is Reservation =>
  reservation !== undefined &&
  !reservation.ended &&
  isSameReservation(reservation, command) &&
  command.price <= command.cover &&
  command.price <= openSum(reservation)

const add = (sums: Map<string, bigint>, id: string, by: bigint): bigint => {
  const sum = (sums.get(id) ?? 0n) + by
  sums.set(id, sum)
  return sum
}

/** True if no two calls have the same reference. Most references contain the id of the call, so they are unique. */
const haveOwnReferences = (commands: readonly Capture[]): boolean =>
  commands.every(({ reference, holdId }) => reference.id === holdId) ||
  new Set(commands.map(({ reference }) => referenceText(reference))).size === commands.length

/**
 * What these calls write if each is within its cover, the same as `applyBatch` would write of them. Null if one is not,
 * or comes twice: then they are decided on the rows of their wallets.
 */
export const coverCaptures = (
  reservations: ReadonlyMap<string, Reservation>,
  commands: readonly Capture[],
): CoveredWrites | null => {
  const [paid, charged, taken] = [new Map<string, bigint>(), new Map<string, bigint>(), new Map<string, bigint>()]
  const ids = new Set<string>()
  const calls: CoveredCall[] = []
  for (const command of commands) {
    const reservation = reservations.get(command.reservationId)
    if (!isCovered(command, reservation)) return null
    if (add(taken, reservation.id, command.price) > openSum(reservation)) return null
    const paidUntil = add(paid, command.walletId, command.price)
    add(charged, command.budgetId, command.price)
    calls.push({ command, hold: endedHold(command, reservation, command.price), paidUntil })
    ids.add(command.holdId)
  }
  if (ids.size < commands.length || !haveOwnReferences(commands)) return null
  // What they pay is their settled amount, and nothing of it is written off.
  const usage = usageChanges(calls.map(({ hold }) => ({ hold, hasEnded: true, charged: 0n, writtenOff: 0n })))
  return { calls, paid, charged, taken, usage }
}

/** What is left of a wallet after a batch. */
interface WalletAfter {
  readonly balance: bigint
  readonly held: bigint
}

/**
 * The outcome of each call, in the order of the calls, once the database has returned what is left of their wallets.
 */
export const coveredOutcomes = (
  { calls, paid }: CoveredWrites,
  wallets: ReadonlyMap<string, WalletAfter>,
): readonly PriceOutcome[] =>
  calls.map(({ hold: { walletId, currency, settledAmount: charged }, paidUntil }): PriceOutcome => {
    if (charged === null) return { tag: 'released', fresh: true }
    const [wallet, paidInAll] = [wallets.get(walletId), paid.get(walletId)]
    if (wallet === undefined || paidInAll === undefined) return { tag: 'unknown_account' }
    // Calls behind this one had not paid yet.
    const later = paidInAll - paidUntil
    const [balanceAfter, heldAfter] = [wallet.balance + later, wallet.held + later]
    return { tag: 'settled', currency, charged, writtenOff: 0n, balanceAfter, heldAfter, late: false, fresh: true }
  })
