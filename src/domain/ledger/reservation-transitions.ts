import { available } from './account.ts'
import {
  budgetIn,
  holdIn,
  isReferenceTaken,
  moveBudget,
  moveWallet,
  openReservationIn,
  reservationIn,
  walletIn,
} from './draft.ts'
import type { Draft } from './draft.ts'
import type { Hold } from './hold.ts'
import type {
  Capture,
  CaptureOutcome,
  GiveBack,
  GiveBackOutcome,
  Reserve,
  ReserveOutcome,
} from './reservation-command.ts'
import { mostReserved, openSum, reservationName } from './reservation.ts'
import type { Reservation } from './reservation.ts'
import { budgetRefusal } from './hold-transitions.ts'
import { earlierSettle, recordCharge } from './record-charge.ts'
import { referenceText } from './transfer.ts'
import { minMicro } from '../money/money.ts'

/** Puts the reservation as it is now, and counts the difference of what is open in wallet and key. */
const put = (draft: Draft, before: Reservation | null, now: Reservation): void => {
  const by = openSum(now) - (before === null ? 0n : openSum(before))
  const wallet = walletIn(draft, now.walletId)
  if (wallet !== undefined) moveWallet(draft, wallet, { held: by, reserved: by })
  moveBudget(draft, now.budgetId, { held: by })
  draft.reservations.set(now.id, now)
  draft.openReservations.set(reservationName(now), now.ended ? null : now.id)
}

/** Whether a command means this reservation: the same wallet, key and instance. */
export const isSameReservation = (
  reservation: Reservation,
  command: Pick<Reserve, 'walletId' | 'budgetId' | 'instance'>,
): boolean =>
  reservation.walletId === command.walletId &&
  reservation.budgetId === command.budgetId &&
  reservation.instance === command.instance

/**
 * A repeated command, whose total was reached before, returns the earlier outcome: this is decided before the money is
 * looked at. A refused command changes nothing.
 */
export const reserve = (draft: Draft, command: Reserve): ReserveOutcome => {
  const earlier = reservationIn(draft, command.reservationId)
  if (earlier !== undefined && !isSameReservation(earlier, command)) return { tag: 'mismatch' }
  if (earlier !== undefined && earlier.granted >= command.granted) {
    return { tag: 'reserved', reservation: earlier, fresh: false }
  }
  if (earlier?.ended === true) return { tag: 'reservation_ended' }
  const wallet = walletIn(draft, command.walletId)
  const budget = budgetIn(draft, command.budgetId)
  if (wallet === undefined || budget === undefined) return { tag: 'unknown_account' }
  const open = openReservationIn(draft, reservationName(command))
  if (open !== null && open !== command.reservationId) return { tag: 'mismatch' }
  if (!draft.state.livingInstances.has(command.instance)) return { tag: 'instance_ended' }
  if (wallet.suspended) return { tag: 'suspended' }
  if (draft.state.pressedWallets.has(wallet.id)) return { tag: 'pressed' }
  const amount = command.granted - (earlier?.granted ?? 0n)
  const refusal = budgetRefusal(draft, command.budgetId, amount)
  if (refusal !== null) return refusal
  if (available(wallet) < amount) return { tag: 'insufficient', balance: wallet.balance, held: wallet.held }
  if (wallet.reserved + amount > mostReserved(wallet.balance)) {
    return { tag: 'reserved_elsewhere', balance: wallet.balance, held: wallet.held }
  }
  const { reservationId: id, walletId, budgetId, instance, granted } = command
  const none = { id, walletId, currency: wallet.currency, budgetId, instance, captured: 0n, returned: 0n, ended: false }
  const reservation = { ...(earlier ?? none), granted }
  put(draft, earlier ?? null, reservation)
  return { tag: 'reserved', reservation, fresh: true }
}

/**
 * A sum that was reached before, and an end of what has ended, change nothing. A sum above what is open is a mismatch:
 * to return a part of it would make the same command return more after the next grant.
 */
export const giveBack = (draft: Draft, command: GiveBack): GiveBackOutcome => {
  const reservation = reservationIn(draft, command.reservationId)
  if (reservation === undefined) return { tag: 'unknown_reservation' }
  const { walletId, budgetId } = reservation
  if (walletId !== command.walletId || budgetId !== command.budgetId) return { tag: 'mismatch' }
  const ended = command.returned === 'all'
  const most = reservation.returned + openSum(reservation)
  const returned = command.returned === 'all' ? most : command.returned
  if (reservation.ended || (!ended && returned <= reservation.returned)) {
    return { tag: 'given_back', reservation, fresh: false }
  }
  if (returned > most) return { tag: 'mismatch' }
  const now = { ...reservation, returned, ended }
  put(draft, reservation, now)
  return { tag: 'given_back', reservation: now, fresh: true }
}

/** The hold of a call that was admitted against a reservation; it has ended when it is written. */
export const endedHold = (command: Capture, reservation: Reservation, taken: bigint): Hold => {
  const { price } = command
  const end =
    price === 0n
      ? ({ state: 'released', settledAmount: null, releaseReason: command.releaseReason } as const)
      : ({ state: 'settled', settledAmount: price, releaseReason: null } as const)
  return {
    id: command.holdId,
    walletId: reservation.walletId,
    currency: reservation.currency,
    amount: command.amount,
    ...end,
    reference: command.reference,
    budgetId: reservation.budgetId,
    instance: command.instance,
    receipt: command.receipt,
    taken: { reservationId: reservation.id, amount: taken },
  }
}

const isSameCall = (hold: Hold, command: Capture): boolean =>
  hold.walletId === command.walletId &&
  hold.budgetId === command.budgetId &&
  hold.amount === command.amount &&
  hold.taken?.reservationId === command.reservationId &&
  referenceText(hold.reference) === referenceText(command.reference)

const earlierCapture = (draft: Draft, command: Capture, hold: Hold): CaptureOutcome => {
  const wallet = walletIn(draft, hold.walletId)
  if (wallet === undefined || !isSameCall(hold, command)) return { tag: 'mismatch' }
  if (hold.state === 'settled') return earlierSettle(draft, command, wallet, false)
  return command.price === 0n ? { tag: 'released', fresh: false } : { tag: 'mismatch' }
}

/**
 * Charges a call that was admitted against a reservation. It takes its price from the reservation up to its own cover,
 * the rest from what is available in the wallet, and what is left is written off. A reservation that has ended, or has
 * less than was believed, gives what it has. No other call's cover is touched.
 */
export const capture = (draft: Draft, command: Capture): CaptureOutcome => {
  const earlier = holdIn(draft, command.holdId)
  if (earlier !== undefined) return earlierCapture(draft, command, earlier)
  const reservation = reservationIn(draft, command.reservationId)
  if (reservation === undefined) return { tag: 'unknown_reservation' }
  if (!isSameReservation(reservation, command)) return { tag: 'mismatch' }
  if (isReferenceTaken(draft, referenceText(command.reference))) return { tag: 'mismatch' }
  const before = walletIn(draft, reservation.walletId)
  if (before === undefined) return { tag: 'unknown_account' }
  const taken = minMicro(command.price, minMicro(command.cover, openSum(reservation)))
  put(draft, reservation, { ...reservation, captured: reservation.captured + taken })
  draft.holds.set(command.holdId, endedHold(command, reservation, taken))
  draft.lifeSeconds.set(command.holdId, 0)
  draft.references.set(referenceText(command.reference), command.holdId)
  if (command.price === 0n) return { tag: 'released', fresh: true }
  // What was taken is available now, and is taken in the same step.
  const wallet = walletIn(draft, before.id) ?? before
  const charged = minMicro(command.price, available(wallet))
  const paid = moveWallet(draft, wallet, { balance: -charged })
  moveBudget(draft, reservation.budgetId, { spent: charged })
  return recordCharge(draft, command, paid, charged, false)
}
