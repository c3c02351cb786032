import type { CommandRefusal, LedgerCommand, PriceOutcome, SpendLimitExceeded } from './command.ts'
import type { ReleaseReason } from './hold.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import type { Reservation } from './reservation.ts'
import type { Reference } from './transfer.ts'

/** Sets money aside for calls to come: opens a reservation, or extends it to a sum. */
export interface Reserve {
  readonly tag: 'reserve'
  readonly reservationId: string
  readonly walletId: string
  /** The API key whose calls it is for, and whose spend limit must cover it. */
  readonly budgetId: string
  readonly instance: string
  /** The new total of all grants. Sending the same total again changes nothing. Micro-units, > 0. */
  readonly granted: bigint
}

/** Writes a call that was admitted against a reservation: its hold, inserted in its final state, and its charge. */
export interface Capture {
  readonly tag: 'capture'
  /** The id of the operation, of its hold and of its charge. */
  readonly holdId: string
  readonly walletId: string
  readonly budgetId: string
  readonly instance: string
  readonly reservationId: string
  /** The worst case of the call, in micro-units, > 0. */
  readonly amount: bigint
  /** What the reservation keeps for this call alone; >= `amount`. The rest of a higher price comes from the wallet. */
  readonly cover: bigint
  /** Micro-units, >= 0. Zero: the call is free. */
  readonly price: bigint
  /** Why a free call costs nothing. */
  readonly releaseReason: ReleaseReason
  readonly reference: Reference
  readonly description: string
  readonly tariffVersion: string | null
  /** Its figures of use are the charge's too. */
  readonly receipt: ReceiptFacts | null
}

/** Makes reserved money available again. */
export interface GiveBack {
  readonly tag: 'give_back'
  readonly reservationId: string
  readonly walletId: string
  readonly budgetId: string
  /** The sum of all that was ever returned, to be reached. `all`: what is open, and the reservation ends. */
  readonly returned: bigint | 'all'
}

export type ReservationCommand = Reserve | Capture | GiveBack

export const isReservationCommand = (command: LedgerCommand): command is ReservationCommand =>
  command.tag === 'reserve' || command.tag === 'capture' || command.tag === 'give_back'

export type ReserveOutcome =
  | { readonly tag: 'reserved'; readonly reservation: Reservation; readonly fresh: boolean }
  | { readonly tag: 'insufficient'; readonly balance: bigint; readonly held: bigint }
  | SpendLimitExceeded
  /** With this, all reservations of the wallet together would have more than `mostReserved`. */
  | { readonly tag: 'reserved_elsewhere'; readonly balance: bigint; readonly held: bigint }
  | { readonly tag: 'suspended' }
  /** Nothing is reserved for an instance that has ended. */
  | { readonly tag: 'instance_ended' }
  | { readonly tag: 'reservation_ended' }
  /** Another command lacked money in this wallet a moment ago. */
  | { readonly tag: 'pressed' }
  | CommandRefusal

interface UnknownReservation {
  readonly tag: 'unknown_reservation'
}

export type CaptureOutcome = PriceOutcome | UnknownReservation

export type GiveBackOutcome =
  | { readonly tag: 'given_back'; readonly reservation: Reservation; readonly fresh: boolean }
  | UnknownReservation
  | { readonly tag: 'mismatch' }
