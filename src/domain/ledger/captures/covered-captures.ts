import type { SettleOutcome } from '../command.ts'
import type { Hold } from '../hold.ts'
import { chargeOf } from '../record-charge.ts'
import type { Capture } from '../reservation-command.ts'
import { endedHold, isSameReservation } from '../reservation-transitions.ts'
import { openSum } from '../reservation.ts'
import type { Reservation } from '../reservation.ts'
import { referenceText } from '../transfer.ts'
import type { Transfer } from '../transfer.ts'
import { usageChanges } from '../usage/usage-change.ts'
import type { UsageChange } from '../usage/usage-change.ts'

/** A charge whose `balanceAfter` the database knows, once the charge has moved its wallet. */
interface CoveredCharge {
  readonly transfer: Omit<Transfer, 'balanceAfter'>
  /** Micro-units that charges behind this one take from the same wallet in the same batch. */
  readonly later: bigint
}

/**
 * What calls within their cover write. Their money is there already, held in wallet, key and reservation, so each row moves
 * by a difference and no balance is looked at. Sums in micro-units; every wallet is named, a sum of 0 moves nothing.
 */
export interface CoveredWrites {
  readonly calls: readonly Hold[]
  readonly charges: readonly CoveredCharge[]
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

/** The charges, each with what those behind it take from its wallet. */
const chargesOf = (calls: readonly (readonly [Capture, Hold])[]): readonly CoveredCharge[] => {
  const laterOf = new Map<string, bigint>()
  const charges: CoveredCharge[] = []
  for (const [command, { currency, walletId }] of calls.toReversed()) {
    if (command.price === 0n) continue
    const later = laterOf.get(walletId) ?? 0n
    charges.push({ transfer: chargeOf(command, { id: walletId, currency }, command.price), later })
    laterOf.set(walletId, later + command.price)
  }
  return charges.toReversed()
}

/**
 * What these calls write if each is within its cover, the same as `applyBatch` would write of them. Null where one is not,
 * or comes twice: then they are decided on the rows of their wallets.
 */
export const coverCaptures = (
  reservations: ReadonlyMap<string, Reservation>,
  commands: readonly Capture[],
): CoveredWrites | null => {
  const [paid, charged, taken] = [new Map<string, bigint>(), new Map<string, bigint>(), new Map<string, bigint>()]
  const [ids, references] = [new Set<string>(), new Set<string>()]
  const calls: (readonly [Capture, Hold])[] = []
  for (const command of commands) {
    const reservation = reservations.get(command.reservationId)
    if (!isCovered(command, reservation)) return null
    if (add(taken, reservation.id, command.price) > openSum(reservation)) return null
    add(paid, command.walletId, command.price)
    add(charged, command.budgetId, command.price)
    calls.push([command, endedHold(command, reservation, command.price)])
    ids.add(command.holdId)
    references.add(referenceText(command.reference))
  }
  if (ids.size < commands.length || references.size < commands.length) return null
  const holds = calls.map(([, hold]) => hold)
  // What they pay is their settled amount, and nothing of it is written off.
  const usage = usageChanges(holds.map((hold) => ({ hold, hasEnded: true, charged: 0n, writtenOff: 0n })))
  return { calls: holds, charges: chargesOf(calls), paid, charged, taken, usage }
}

/** What is left of a wallet after a batch. */
interface WalletAfter {
  readonly balance: bigint
  readonly held: bigint
}

/** The outcome of each call, in the order of the calls, once the database has returned what is left of their wallets. */
export const coveredOutcomes = (
  { calls, charges }: CoveredWrites,
  wallets: ReadonlyMap<string, WalletAfter>,
): readonly SettleOutcome[] => {
  const laterOf = new Map(charges.map(({ transfer, later }) => [transfer.id, later]))
  return calls.map(({ id, walletId, currency, settledAmount }): SettleOutcome => {
    const wallet = wallets.get(walletId)
    if (settledAmount === null) return { tag: 'released', fresh: true }
    if (wallet === undefined) return { tag: 'unknown_account' }
    const later = laterOf.get(id) ?? 0n
    const [balanceAfter, heldAfter] = [wallet.balance + later, wallet.held + later]
    return {
      tag: 'settled',
      currency,
      charged: settledAmount,
      writtenOff: 0n,
      balanceAfter,
      heldAfter,
      late: false,
      fresh: true,
    }
  })
}
