/** The fields of an open reservation that its end needs. */
export interface OpenReservation {
  readonly id: string
  readonly walletId: string
  readonly budgetId: string
}

/** Finds open reservations whose instance does not live. Only the ledger ends them. Takes no locks. */
export interface ReservationStore {
  ofEndedInstances(limit: number): Promise<readonly OpenReservation[]>
}
