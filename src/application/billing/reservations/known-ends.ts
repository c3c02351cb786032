import type { KnownKeys } from './known-keys.ts'
import { isDropped } from './own-reservation.ts'
import type { OwnReservation } from './own-reservation.ts'
import type { Refills } from './refills.ts'

/** Ends of reservations that wait for the charges of their calls. */
interface KnownEnds {
  /** Ends all reservations that there are now, each as soon as its calls have been charged. */
  endKnown(): void
  /** Sends the ends that are due; call it every second. */
  sendDue(): Promise<unknown>
}

export const knownEnds = ({
  keys,
  refills,
}: {
  readonly keys: KnownKeys
  readonly refills: Pick<Refills, 'reservationOf' | 'giveBack'>
}): KnownEnds => {
  const ending = new Set<OwnReservation>()

  const send = async (reservation: OwnReservation): Promise<void> => {
    if (isDropped(reservation)) ending.delete(reservation)
    else if (reservation.calls === 0 && reservation.asked === null) await refills.giveBack(reservation)
  }

  return {
    endKnown: () => {
      for (const key of keys.all()) {
        const reservation = refills.reservationOf(key)
        if (reservation === null) continue
        reservation.isEnding = true
        ending.add(reservation)
      }
    },
    sendDue: () => Promise.all([...ending].map(send)),
  }
}
