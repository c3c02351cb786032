import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either, Left } from 'fp-ts/lib/Either.js'
import type { Reserve, ReserveOutcome } from '../../../domain/ledger/reservation-command.ts'
import { MINUTE_MS } from '../../../domain/time-units.ts'
import { grantTo } from '../../../domain/reservations/admission.ts'
import type { Ledger, LedgerFailure } from '../../ports/billing/ledger.ts'
import { dropReservation, isDropped, pressWallet, putSums } from './own-reservation.ts'
import type { BookContext, OwnReservation } from './own-reservation.ts'

interface AskGrantDeps extends BookContext {
  readonly ledger: Ledger
  /** Hears that the ledger calls an instance ended: all that was reserved under this name is gone. */
  readonly onInstanceEnded: (instance: string) => void
}

/** How long a refused grant is not asked for again. */
const QUIET_MS = 5_000

/** For how long what the limit of a key left is believed: it may be raised. */
const LEFT_OF_KEY_MS = MINUTE_MS

const reserveOf = ({ id, key, instance }: OwnReservation, granted: bigint): Reserve => ({
  tag: 'reserve',
  reservationId: id,
  walletId: key.wallet.id,
  budgetId: key.budgetId,
  instance,
  granted,
})

/** Nothing was granted. A reservation that was never granted anything is none. */
const quieten = (deps: AskGrantDeps, reservation: OwnReservation): void => {
  reservation.key.quietUntilMs = deps.monotonicMs() + QUIET_MS
  if (reservation.sums.granted === 0n) dropReservation(deps, reservation)
}

const takeOutcome = (
  deps: AskGrantDeps,
  reservation: OwnReservation,
  outcome: ReserveOutcome,
  wasSuspended: boolean,
): void => {
  const { key, sums, id } = reservation
  switch (outcome.tag) {
    case 'reserved':
      // Of a grant that was asked for before the write-off, or is an earlier one, this cannot be known.
      if (wasSuspended && outcome.fresh) key.wallet.isSuspended = false
      if (outcome.reservation.ended) return dropReservation(deps, reservation)
      return putSums(reservation, grantTo(sums, outcome.reservation.granted))
    case 'insufficient':
    case 'reserved_elsewhere':
      key.wallet.funds = { balance: outcome.balance, held: outcome.held }
      return quieten(deps, reservation)
    case 'spend_limit_exceeded':
      key.leftOfKey = {
        sum: outcome.limit - outcome.spent - outcome.held,
        untilMs: deps.monotonicMs() + LEFT_OF_KEY_MS,
      }
      return quieten(deps, reservation)
    case 'suspended':
      key.wallet.isSuspended = true
      return quieten(deps, reservation)
    case 'pressed':
      pressWallet(deps, key.wallet)
      return quieten(deps, reservation)
    case 'instance_ended':
      return deps.onInstanceEnded(reservation.instance)
    case 'reservation_ended':
      return dropReservation(deps, reservation)
    case 'mismatch':
    case 'unknown_account':
      deps.onTrouble(id, outcome.tag)
      return quieten(deps, reservation)
  }
}

type Answer = Either<LedgerFailure, ReserveOutcome> | null

/**
 * Whether the command may have been carried out, or may still be. Where an earlier one of the same grant may have been,
 * a failure of this one says nothing of that: only an outcome does.
 */
const isUnknown = (answer: Answer, wasUnknown: boolean): answer is null | Left<LedgerFailure> =>
  answer === null ||
  (isLeft(answer) && (wasUnknown || (answer.left.tag === 'ledger_unavailable' && answer.left.mayHaveLanded === true)))

const askOnce = async (deps: AskGrantDeps, reservation: OwnReservation): Promise<void> => {
  const { asked } = reservation
  if (asked === null) return
  let answer: Answer = null
  const wasSuspended = reservation.key.wallet.isSuspended
  try {
    answer = await deps.ledger.submit(reserveOf(reservation, asked))
  } catch (error) {
    deps.onTrouble(reservation.id, error)
  }
  if (isDropped(reservation)) return
  if (isUnknown(answer, deps.unanswered.has(reservation))) {
    deps.unanswered.add(reservation)
    return
  }
  // What goes back and was not answered is sent again, whatever becomes of the grant.
  if (reservation.sums.returned <= reservation.returnedDurably) deps.unanswered.delete(reservation)
  reservation.asked = null
  if (isLeft(answer)) quieten(deps, reservation)
  else takeOutcome(deps, reservation, answer.right, wasSuspended)
}

/** Whether a grant is to be reached for which no command is on its way. */
const isDue = (reservation: OwnReservation): boolean => !isDropped(reservation) && reservation.asked !== null

/**
 * Asks the ledger for the grant in `asked`, a sum to be reached. An answer that got lost leaves it there: it is asked
 * for again, and nothing is believed until then. Never throws.
 */
export const askGrant =
  (deps: AskGrantDeps) =>
  async (reservation: OwnReservation): Promise<void> => {
    if (!isDue(reservation)) return
    do {
      reservation.asking ??= askOnce(deps, reservation).finally(() => {
        reservation.asking = null
      })
      await reservation.asking
      // What was asked for as the answer to an earlier grant was taken makes another command.
    } while (isDue(reservation) && !deps.unanswered.has(reservation))
  }
