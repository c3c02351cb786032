import { freeSum } from '../../../domain/reservations/admission.ts'
import type { ReservedMoney } from '../../ports/billing/reserved-money.ts'
import { knownEnds } from './known-ends.ts'
import type { KnownKeys } from './known-keys.ts'
import { isPressed, pressWallet } from './own-reservation.ts'
import type { BookContext, OwnReservation } from './own-reservation.ts'
import type { Refills } from './refills.ts'

interface GiveBackDeps extends BookContext {
  readonly keys: KnownKeys
  readonly refills: Refills
  /** A key that has not called for so long gives back what it has. */
  readonly idleMs: number
}

export interface GiveBacks extends ReservedMoney {
  /** Gives back what idle keys have, and sends again what was not answered; call it every second. */
  tend(): Promise<void>
  /** Ends all reservations that there are now, each as soon as its calls have been charged. */
  endKnown(): void
  /**
   * Ends all reservations of which no call is under way, at once; the others give back what is free. Resolves when the
   * ledger has answered for each, or did not. What a call that never ends here may cost stays open until the instance
   * has ended: then a sweep ends it, and the audit lists it.
   */
  endAll(): Promise<void>
}

export const openGiveBacks = ({ keys, refills, idleMs, monotonicMs, unanswered }: GiveBackDeps): GiveBacks => {
  /** Gives back what a key has: all of it, where none of its calls is under way or unwritten. */
  const retire = async (reservation: OwnReservation): Promise<void> => {
    if (reservation.asked !== null) return
    if (reservation.calls === 0) reservation.isEnding = true
    else if (freeSum(reservation.sums) === 0n) return
    await refills.giveBack(reservation)
  }

  const ends = knownEnds({ keys, refills })

  const retireIdle = (): readonly Promise<void>[] => {
    const nowMs = monotonicMs()
    const retired: Promise<void>[] = []
    for (const key of keys.all()) {
      if (nowMs - key.lastCallMs < idleMs) break
      const reservation = refills.reservationOf(key)
      if (reservation !== null) retired.push(retire(reservation))
      else if (key.pace.underWay === 0n) keys.delete(key)
    }
    return retired
  }

  const giveBackFree = async (walletId: string): Promise<boolean> => {
    const wallet = keys.ofWallet(walletId)
    if (wallet === undefined) return false
    pressWallet({ monotonicMs }, wallet)
    return refills.giveBackAll(wallet)
  }

  return {
    giveBackFree,
    onPressed: (walletId) => {
      const wallet = keys.ofWallet(walletId)
      if (wallet === undefined) return
      // The mark is seen at several looks, and a refused grant may have shown it before: none of them prolongs it.
      if (!isPressed({ monotonicMs }, wallet)) pressWallet({ monotonicMs }, wallet)
      void refills.giveBackAll(wallet)
    },
    tend: async () => {
      const again = [...unanswered].map(async (reservation) => {
        await refills.askAgain(reservation)
        await refills.sendReturns(reservation)
      })
      await Promise.all([...again, ends.sendDue(), ...retireIdle()])
    },
    endKnown: ends.endKnown,
    endAll: async () => {
      refills.stop()
      const own = [...keys.all()].flatMap((key) => refills.reservationOf(key) ?? [])
      await Promise.all(
        own.map(async (reservation) => {
          await reservation.asking
          reservation.isEnding = true
          await refills.giveBack(reservation)
        }),
      )
    },
  }
}
