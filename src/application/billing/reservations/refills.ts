import { freeSum, NOTHING_RESERVED, openHere, returnFree } from '../../../domain/reservations/admission.ts'
import { isBusy, needsRefill, reservationSize } from '../../../domain/reservations/size.ts'
import type { AdmittingInstance } from '../../instances/running-instance.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import { askGrant } from './ask-grant.ts'
import { dropReservation, isClosed, isPressed, putSums } from './own-reservation.ts'
import type { BookContext, KeyState, OwnReservation, WalletState } from './own-reservation.ts'
import { returnMoney } from './return-money.ts'

interface RefillDeps extends BookContext {
  readonly ledger: Ledger
  readonly instance: AdmittingInstance
  readonly ids: IdGenerator
  readonly onInstanceEnded: (instance: string) => void
}

/** Opens, extends and lowers reservations. */
export interface Refills {
  /** The reservation of a key, where this process still goes by the name under which it was made. */
  reservationOf(key: KeyState): OwnReservation | null
  /** Asks for more where too little is open for a busy key; the caller waits for nothing. */
  refill(key: KeyState): void
  /** Asks again for a grant whose answer got lost. */
  askAgain(reservation: OwnReservation): Promise<void>
  /** Sends what goes back and was not answered, and nothing more. */
  sendReturns(reservation: OwnReservation): Promise<void>
  /** Gives back what is free; ends the reservation where it is to end and no call of it is under way. */
  giveBack(reservation: OwnReservation): Promise<void>
  /** Gives back what is free under all keys of a wallet; false where nothing of it is, or is on its way. */
  giveBackAll(wallet: WalletState): Promise<boolean>
  /** For now nothing is reserved. */
  pause(): void
  resume(): void
  /** From now on nothing is reserved, whatever is resumed. */
  stop(): void
}

const newReservation = (id: string, key: KeyState, instance: string): OwnReservation => ({
  id,
  key,
  instance,
  sums: NOTHING_RESERVED,
  returnedDurably: 0n,
  asked: null,
  isEnding: false,
  isMistaken: false,
  calls: 0,
  asking: null,
  returning: null,
})

/** What should be open in the reservation of a key; null if nothing is to be asked for. */
const sizeToAsk = (key: KeyState, reservation: OwnReservation | null, nowMs: number): bigint | null => {
  const { wallet, pace, leftOfKey: left } = key
  if (wallet.funds === null || nowMs < key.quietUntilMs || !isBusy(pace, nowMs)) return null
  if (reservation !== null && (reservation.asked !== null || reservation.isEnding)) return null
  const open = reservation === null ? 0n : openHere(reservation.sums)
  const leftOfKey = left !== null && nowMs < left.untilMs ? left.sum : null
  const size = reservationSize(pace, { ...wallet.funds, reserved: wallet.reserved, open, leftOfKey }, nowMs)
  return size !== null && needsRefill(open, size) ? size : null
}

export const openRefills = (deps: RefillDeps): Refills => {
  const { instance, ids } = deps
  const [ask, sendReturns] = [askGrant(deps), returnMoney(deps)]
  let isStopped = false
  let isPaused = false

  const reservationOf = (key: KeyState): OwnReservation | null => {
    const { reservation } = key
    if (reservation === null || reservation.instance === instance.id) return reservation
    dropReservation(deps, reservation)
    return null
  }

  const giveBack = async (reservation: OwnReservation): Promise<void> => {
    if (freeSum(reservation.sums) > 0n) putSums(reservation, returnFree(reservation.sums))
    await sendReturns(reservation)
  }

  const giveBackAll = async (wallet: WalletState): Promise<boolean> => {
    const own = [...wallet.keys].flatMap((key) => reservationOf(key) ?? [])
    const some = own.filter(
      ({ sums, asking, returning }) => freeSum(sums) > 0n || asking !== null || returning !== null,
    )
    await Promise.all(
      some.map(async (reservation) => {
        await reservation.asking
        await giveBack(reservation)
      }),
    )
    return some.length > 0
  }

  const askAgain = async (reservation: OwnReservation): Promise<void> => {
    const { wallet } = reservation.key
    const wasSuspended = wallet.isSuspended
    await ask(reservation)
    if (wallet.isSuspended && !wasSuspended) await giveBackAll(wallet)
    // The wallet was closed while the grant was on its way.
    else if (isClosed(deps, wallet)) await giveBack(reservation)
  }

  return {
    reservationOf,
    refill: (key) => {
      if (isStopped || isPaused || isPressed(deps, key.wallet) || !instance.mayAdmit()) return
      const reservation = reservationOf(key)
      const size = sizeToAsk(key, reservation, deps.monotonicMs())
      if (size === null) return
      const extended = reservation ?? newReservation(ids.next(), key, instance.id)
      key.reservation = extended
      extended.asked = extended.sums.used + extended.sums.returned + size
      void askAgain(extended)
    },
    askAgain,
    sendReturns,
    giveBack,
    giveBackAll,
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
    },
    stop: () => {
      isStopped = true
    },
  }
}
