import { endedWithin } from '../../ended-within.ts'
import type { ReservationBook } from '../../billing/reservations/reservation-book.ts'
import type { RunningInstance } from '../../instances/running-instance.ts'
import type { Timer } from '../../ports/process/timer.ts'
import type { Settlements } from './settlements.ts'

interface OutageRecoveryDeps {
  readonly instance: Pick<RunningInstance, 'beat'>
  readonly settlements: Pick<Settlements, 'submitNow'>
  readonly reservations: Pick<ReservationBook, 'pauseReserving' | 'resumeReserving' | 'endKnown'>
  readonly timer: Timer
  readonly onFailure: (error: unknown) => void
}

export interface OutageRecovery {
  /** The database went away. */
  begin(): void
  /** Another server than before takes the writes. */
  onOtherServer(): void
  /** The database is back. Resolves when money is reserved again. */
  end(): Promise<void>
}

/** The charges of the outage are written first. After so long new reservations begin even if some are still missing. */
const CHARGES_FIRST_MS = 5_000

/**
 * Brings a process back to work in this order: it shows that it lives, it writes the charges of the outage, then it
 * reserves again. If another server answers, the process no longer trusts its reservations, and ends each one after its
 * calls.
 */
export const outageRecovery = (deps: OutageRecoveryDeps): OutageRecovery => {
  const { instance, settlements, reservations, timer } = deps
  let outages = 0
  return {
    begin: () => {
      outages += 1
      reservations.pauseReserving()
    },
    onOtherServer: reservations.endKnown,
    end: async () => {
      const ended = outages
      try {
        await instance.beat()
      } catch (error) {
        // The next beat is due in seconds. Until one is answered the process soon admits nothing.
        deps.onFailure(error)
      }
      await endedWithin(timer, CHARGES_FIRST_MS, settlements.submitNow())
      if (outages === ended) reservations.resumeReserving()
    },
  }
}
