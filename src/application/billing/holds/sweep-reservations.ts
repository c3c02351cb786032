import { isRight } from 'fp-ts/lib/Either.js'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { ReservationStore } from '../../ports/billing/reservation-store.ts'

const BATCH_SIZE = 100

interface SweepReservationsDeps {
  readonly reservations: ReservationStore
  readonly ledger: Ledger
}

/**
 * Ends every reservation whose instance has ended, so that its money is available again. Returns how many it ended;
 * what the ledger did not answer for, the next sweep finds again. Any number of processes may sweep at once.
 */
export const sweepReservations =
  ({ reservations, ledger }: SweepReservationsDeps) =>
  async (): Promise<number> => {
    for (let ended = 0; ;) {
      const lost = await reservations.ofEndedInstances(BATCH_SIZE)
      const outcomes = await Promise.all(
        lost.map(({ id, walletId, budgetId }) =>
          ledger.submit({ tag: 'give_back', reservationId: id, walletId, budgetId, returned: 'all' }),
        ),
      )
      ended += outcomes.filter((each) => isRight(each) && each.right.tag === 'given_back' && each.right.fresh).length
      if (lost.length < BATCH_SIZE || !outcomes.every(isRight)) return ended
    }
  }
