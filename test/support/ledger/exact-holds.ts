import type { ReservationBook } from '../../../src/application/billing/reservations/reservation-book.ts'

/** Nothing is reserved ahead: each call takes a hold of its own. */
export const exactHolds: Pick<ReservationBook, 'admit' | 'count' | 'isReservedFor'> = {
  admit: () => null,
  isReservedFor: () => false,
  count: () => ({ end: () => undefined, written: () => undefined }),
}
