import type { ReservationBook } from '../../../application/billing/reservations/reservation-book.ts'
import type { Figures } from './open-metrics.ts'

/** The same book; calls count by how their money is held. */
export const measuredReservations = (book: ReservationBook, figures: Figures): ReservationBook => ({
  ...book,
  admit: (call) => {
    const admitted = book.admit(call)
    if (admitted !== null) figures.callsHeld.add(1, 'reserved')
    return admitted
  },
  count: (call) => {
    figures.callsHeld.add(1, 'own_hold')
    return book.count(call)
  },
})
