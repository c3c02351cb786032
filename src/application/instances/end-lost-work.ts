interface EndLostWorkDeps {
  readonly sweepHolds: () => Promise<{ readonly released: number }>
  readonly sweepReservations: () => Promise<number>
  readonly sweepRecords: () => Promise<{ readonly failed: number }>
}

/** How much of it was ended. */
export interface EndedWork {
  readonly released: number
  readonly reservations: number
  readonly failed: number
}

/**
 * Ends what instances that have ended left open: their holds, their reservations, and their claims on idempotency keys.
 * Any number of processes may do so at once.
 */
export const endLostWork = (deps: EndLostWorkDeps) => async (): Promise<EndedWork> => {
  const [{ released }, reservations, { failed }] = await Promise.all([
    deps.sweepHolds(),
    deps.sweepReservations(),
    deps.sweepRecords(),
  ])
  return { released, reservations, failed }
}
