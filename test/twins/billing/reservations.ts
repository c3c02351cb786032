import type { ReservationStore } from '../../../src/application/ports/billing/reservation-store.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** Finds the open reservations of a ledger twin. */
export const memoryReservations = ({ reservations, livingInstances }: LedgerMemory): ReservationStore => ({
  ofEndedInstances: async (limit) =>
    [...reservations.values()]
      .filter(({ ended, instance }) => !ended && !livingInstances.has(instance))
      .slice(0, limit)
      .map(({ id, walletId, budgetId }) => ({ id, walletId, budgetId })),
})
