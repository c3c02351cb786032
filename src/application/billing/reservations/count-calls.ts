import type { CallEnd, OutcomeOf } from '../../../domain/ledger/command.ts'
import { endCall } from '../../../domain/reservations/admission.ts'
import { paceAfterBegin, paceAfterEnd } from '../../../domain/reservations/size.ts'
import type { KeyPace } from '../../../domain/reservations/size.ts'
import { shortLivedMap } from '../../../domain/short-lived-map.ts'
import type { KnownKeys } from './known-keys.ts'
import { isClosed, putSums } from './own-reservation.ts'
import type { BookContext, KeyState, OwnReservation } from './own-reservation.ts'
import type { Refills } from './refills.ts'

/** A call, as far as its money goes. */
export interface ReservableCall {
  readonly walletId: string
  /** Null: it has no key, and is never admitted against a reservation. */
  readonly budgetId: string | null
  /** Its worst case, in micro-units, > 0. */
  readonly holdMicro: bigint
}

/** A call that has no row until it ends. */
export interface CallUnderWay extends ReservableCall {
  readonly operationId: string
  readonly kind: string
}

/** What the capture of an admitted call names. */
export interface CaptureFrom {
  readonly reservationId: string
  readonly instance: string
  /** What the reservation gives for this call at most, in micro-units. */
  readonly cover: bigint
}

type EndOutcome = OutcomeOf<CallEnd>

/** A call that was admitted against reserved money, with no row of its own until it ends. */
export interface AdmittedCall {
  /** Its price is known, in micro-units; 0 where it is free. Call this once. */
  end(price: bigint): CaptureFrom
  /** Its capture is durable; or there is none: null. What a call without an end kept is free again. Call this once. */
  written(outcome: EndOutcome | null): void
}

/** A call that has a hold of its own, and counts for how busy its key is. */
export interface CountedCall {
  /** Its price is known, in micro-units. Call this once. */
  end(price: bigint): void
  /** Its end is durable; or there is none: null. Call this once. */
  written(outcome: EndOutcome | null): void
}

interface CountCallsDeps extends BookContext {
  readonly keys: KnownKeys
  readonly refills: Refills
}

/** Follows calls from where they began to where their ends are durable. At both places they may ask for a refill. */
interface CallCounter {
  /** What a call keeps of the reservation was put there before. */
  admitted(key: KeyState, reservation: OwnReservation, call: CallUnderWay): AdmittedCall
  counted(key: KeyState, worstCase: bigint): CountedCall
  underWay(operationId: string): CallUnderWay | null
}

export const countCalls = ({ keys, refills, monotonicMs }: CountCallsDeps): CallCounter => {
  const underWay = shortLivedMap<CallUnderWay>()

  const move = (key: KeyState, pace: KeyPace, nowMs: number): void => {
    key.pace = pace
    keys.touch(key, nowMs)
  }
  const began = (key: KeyState, worstCase: bigint, nowMs = monotonicMs()): void => {
    move(key, paceAfterBegin(key.pace, worstCase, nowMs), nowMs)
    refills.refill(key)
  }
  /** What it took is asked for again when its end is durable, or when the next call begins. */
  const ended = (key: KeyState, worstCase: bigint, price: bigint, nowMs = monotonicMs()): void =>
    move(key, paceAfterEnd(key.pace, worstCase, price, nowMs), nowMs)

  const written = (key: KeyState, outcome: EndOutcome | null): void => {
    if (outcome?.tag !== 'settled') return
    key.wallet.funds = { balance: outcome.balanceAfter, held: outcome.heldAfter }
    if (outcome.writtenOff > 0n) {
      // Not of a video, which may be longer than ordered: none is counted here.
      key.wallet.isSuspended = true
      void refills.giveBackAll(key.wallet)
      return
    }
    if (keys.find(key.budgetId) === key) refills.refill(key)
  }

  const admitted = (key: KeyState, reservation: OwnReservation, call: CallUnderWay): AdmittedCall => {
    const { operationId, holdMicro: worstCase } = call
    underWay.set(operationId, call)
    reservation.calls += 1
    began(key, worstCase)
    let isEnded = false
    const end = (price: bigint): CaptureFrom => {
      isEnded = true
      const { sums, cover } = endCall(reservation.sums, worstCase, price)
      putSums(reservation, sums)
      if (isClosed({ monotonicMs }, key.wallet)) void refills.giveBack(reservation)
      ended(key, worstCase, price)
      return { reservationId: reservation.id, instance: reservation.instance, cover }
    }
    return {
      end,
      written: (outcome) => {
        underWay.take(operationId)
        reservation.calls -= 1
        if (!isEnded) end(0n)
        // It ends behind its last call; where a grant was not answered, the next round asks for that first.
        if (reservation.isEnding && reservation.calls === 0 && reservation.asked === null) {
          void refills.giveBack(reservation)
        }
        written(key, outcome)
      },
    }
  }

  return {
    admitted,
    counted: (key, worstCase) => {
      began(key, worstCase)
      return { end: (price) => ended(key, worstCase, price), written: (outcome) => written(key, outcome) }
    },
    underWay: (operationId) => underWay.get(operationId) ?? null,
  }
}
