import { openHere } from '../../../domain/reservations/admission.ts'
import type { ReservedSums } from '../../../domain/reservations/admission.ts'
import { PRESSED } from '../../../domain/reservations/pressed.ts'
import type { KeyPace } from '../../../domain/reservations/size.ts'

/** What this process knows of one wallet whose keys call. */
export interface WalletState {
  readonly id: string
  readonly keys: Set<KeyState>
  /** As the last outcome of the ledger that has them says; null before the first. */
  funds: { readonly balance: bigint; readonly held: bigint } | null
  /** What is open in the reservations of this process for all keys of the wallet. */
  reserved: bigint
  /** Until then nothing is reserved for it, by the monotonic clock. */
  pressedUntilMs: number
  /** A part of a price was written off, and no grant has shown since that money came in. */
  isSuspended: boolean
}

/** One key that called lately. */
export interface KeyState {
  readonly wallet: WalletState
  readonly budgetId: string
  pace: KeyPace
  /** When a call of it last began or ended. */
  lastCallMs: number
  /** A refused grant is not asked for again before. */
  quietUntilMs: number
  /** What its limit left when the ledger last refused for it; null if it did not lately. */
  leftOfKey: { readonly sum: bigint; readonly untilMs: number } | null
  reservation: OwnReservation | null
}

/** A reservation of this process, as it is believed to be. */
export interface OwnReservation {
  readonly id: string
  readonly key: KeyState
  readonly instance: string
  sums: ReservedSums
  /** The part of `sums.returned` that the ledger has acknowledged. */
  returnedDurably: bigint
  /** The grant that was asked for and not answered; it is asked for again before anything is believed. */
  asked: bigint | null
  /** It is to end as soon as no call of it is under way, and admits none any more. */
  isEnding: boolean
  /** Its sums are not what the ledger has. Nothing of it goes back before its end: by which sum, is not known. */
  isMistaken: boolean
  /** Calls that were admitted and whose captures are not durable yet. */
  calls: number
  /** The commands to the ledger that are on their way; null if none is. */
  asking: Promise<void> | null
  returning: Promise<void> | null
}

/** What every part of the book works on. */
export interface BookContext {
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** Reservations with a command whose answer got lost. */
  readonly unanswered: Set<OwnReservation>
  /** Called with an answer of the ledger that cannot be right, and of a command that threw. */
  readonly onTrouble: (reservationId: string, trouble: unknown) => void
}

/** Where the sums change, what is open under the wallet changes with them. A dropped reservation counts no more. */
export const putSums = (reservation: OwnReservation, sums: ReservedSums): void => {
  const { key, sums: before } = reservation
  reservation.sums = sums
  if (!isDropped(reservation)) key.wallet.reserved += openHere(sums) - openHere(before)
}

/** Whether its key has it no more. */
export const isDropped = (reservation: OwnReservation): boolean => reservation.key.reservation !== reservation

/** From now on its key has no reservation. Its calls under way are captured all the same. */
export const dropReservation = ({ unanswered }: BookContext, reservation: OwnReservation): void => {
  unanswered.delete(reservation)
  if (isDropped(reservation)) return
  const { key, sums } = reservation
  key.wallet.reserved -= openHere(sums)
  key.reservation = null
}

/** From now on nothing is reserved for the wallet here, for as long as its mark may count. */
export const pressWallet = ({ monotonicMs }: Pick<BookContext, 'monotonicMs'>, wallet: WalletState): void => {
  wallet.pressedUntilMs = monotonicMs() + PRESSED.forMs
}

export const isPressed = ({ monotonicMs }: Pick<BookContext, 'monotonicMs'>, wallet: WalletState): boolean =>
  wallet.pressedUntilMs !== Number.NEGATIVE_INFINITY && monotonicMs() < wallet.pressedUntilMs

/** Whether none of its calls is admitted here, and all that is free of it goes back. */
export const isClosed = (context: Pick<BookContext, 'monotonicMs'>, wallet: WalletState): boolean =>
  wallet.isSuspended || isPressed(context, wallet)
