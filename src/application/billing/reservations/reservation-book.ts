import { admitCall } from '../../../domain/reservations/admission.ts'
import { newPace } from '../../../domain/reservations/size.ts'
import type { AdmittingInstance } from '../../instances/running-instance.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import { countCalls } from './count-calls.ts'
import type { AdmittedCall, CallUnderWay, CountedCall, ReservableCall } from './count-calls.ts'
import { openGiveBacks } from './give-backs.ts'
import type { GiveBacks } from './give-backs.ts'
import { knownKeys } from './known-keys.ts'
import { dropReservation, isClosed, putSums } from './own-reservation.ts'
import type { BookContext, OwnReservation } from './own-reservation.ts'
import { openRefills } from './refills.ts'

export interface ReservationBook extends GiveBacks {
  /** Admits a call against what is reserved for its key, with no I/O; null if it needs a hold of its own. */
  admit(call: CallUnderWay): AdmittedCall | null
  /** Counts a call that has a hold of its own. */
  count(call: ReservableCall): CountedCall
  /** Whether money is reserved here for the calls of a key. */
  isReservedFor(budgetId: string): boolean
  /** An admitted call whose capture is not durable yet; null if this process has none of this id. */
  underWay(operationId: string): CallUnderWay | null
  /** For now nothing is reserved. */
  pauseReserving(): void
  resumeReserving(): void
  /** From now on nothing is reserved, whatever is resumed. */
  stopReserving(): void
  /** Reservations that are believed to be open. */
  open(): number
}

interface ReservationBookDeps extends Omit<BookContext, 'unanswered'> {
  readonly ledger: Ledger
  readonly instance: AdmittingInstance
  readonly ids: IdGenerator
  /** Keys that are looked after at once; 0: nothing is ever reserved. */
  readonly mostKeys: number
  /** A key that has not called for so long gives back what is reserved for it. */
  readonly idleMs: number
}

const UNCOUNTED: CountedCall = { end: () => undefined, written: () => undefined }

/**
 * Money is reserved durably ahead, calls are admitted against it here, and what they used is written behind their
 * answers. This book refuses no call. A call that it cannot admit gets its own hold, and the ledger decides.
 */
export const reservationBook = (deps: ReservationBookDeps): ReservationBook => {
  const { instance, monotonicMs, mostKeys, idleMs } = deps
  const keys = knownKeys(mostKeys)
  const context: BookContext = { ...deps, unanswered: new Set() }
  const reservations = (): readonly OwnReservation[] => [...keys.all()].flatMap((key) => key.reservation ?? [])
  const onInstanceEnded = (ended: string): void => {
    for (const each of reservations()) if (each.instance === ended) dropReservation(context, each)
  }
  const refills = openRefills({ ...deps, ...context, onInstanceEnded })

  const calls = countCalls({ ...context, keys, refills })

  return {
    ...openGiveBacks({ ...context, keys, refills, idleMs }),
    admit: (call) => {
      const { walletId, budgetId, holdMicro } = call
      const key = budgetId === null ? undefined : keys.find(budgetId)
      if (key === undefined || key.wallet.id !== walletId || isClosed(context, key.wallet)) return null
      const reservation = instance.mayAdmit() ? refills.reservationOf(key) : null
      if (reservation === null || reservation.isEnding) return null
      const sums = admitCall(reservation.sums, holdMicro)
      if (sums === null) return null
      putSums(reservation, sums)
      return calls.admitted(key, reservation, call)
    },
    count: ({ walletId, budgetId, holdMicro }) => {
      const key = budgetId === null ? null : keys.findOrAdd(walletId, budgetId, () => newPace(monotonicMs()))
      if (key === null) return UNCOUNTED
      return calls.counted(key, holdMicro)
    },
    isReservedFor: (budgetId) => (keys.find(budgetId)?.reservation ?? null) !== null,
    underWay: calls.underWay,
    pauseReserving: refills.pause,
    resumeReserving: refills.resume,
    stopReserving: refills.stop,
    open: () => reservations().length,
  }
}
