import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { GiveBack, GiveBackOutcome } from '../../../domain/ledger/reservation-command.ts'
import type { Ledger, LedgerFailure } from '../../ports/billing/ledger.ts'
import { dropReservation, isDropped } from './own-reservation.ts'
import type { BookContext, OwnReservation } from './own-reservation.ts'

interface ReturnMoneyDeps extends BookContext {
  readonly ledger: Ledger
}

/** An end returns the worst cases of calls under way, too: another call could spend them, and theirs be written off. */
const mayEnd = ({ isEnding, calls }: OwnReservation): boolean => isEnding && calls === 0

const giveBackOf = (reservation: OwnReservation): GiveBack => {
  const { id, key, sums } = reservation
  return {
    tag: 'give_back',
    reservationId: id,
    walletId: key.wallet.id,
    budgetId: key.budgetId,
    returned: mayEnd(reservation) ? 'all' : sums.returned,
  }
}

/** Whether something goes back, or the end comes, that the ledger has not acknowledged. */
const isDue = (reservation: OwnReservation): boolean => {
  if (isDropped(reservation)) return false
  const { sums, returnedDurably, isMistaken } = reservation
  return mayEnd(reservation) || (!isMistaken && sums.returned > returnedDurably)
}

const takeOutcome = (
  deps: ReturnMoneyDeps,
  reservation: OwnReservation,
  isEnd: boolean,
  outcome: GiveBackOutcome,
): void => {
  switch (outcome.tag) {
    case 'given_back':
      reservation.returnedDurably = outcome.reservation.returned
      if (outcome.reservation.ended) dropReservation(deps, reservation)
      return
    case 'mismatch':
      deps.onTrouble(reservation.id, outcome.tag)
      if (isEnd) dropReservation(deps, reservation)
      // What it believes is not what there is: it goes back whole, behind its calls.
      reservation.isEnding = true
      reservation.isMistaken = true
      return
    case 'unknown_reservation':
      // There is none where its first grant was refused, and that answer got lost.
      if (reservation.sums.granted > 0n) deps.onTrouble(reservation.id, outcome.tag)
      return dropReservation(deps, reservation)
  }
}

/** Whether the ledger answered. */
const returnOnce = async (deps: ReturnMoneyDeps, reservation: OwnReservation): Promise<boolean> => {
  const command = giveBackOf(reservation)
  let answer: Either<LedgerFailure, GiveBackOutcome> | null = null
  try {
    answer = await deps.ledger.submit(command)
  } catch (error) {
    deps.onTrouble(reservation.id, error)
  }
  if (answer === null || isLeft(answer)) {
    if (!isDropped(reservation)) deps.unanswered.add(reservation)
    return false
  }
  if (reservation.asked === null) deps.unanswered.delete(reservation)
  takeOutcome(deps, reservation, command.returned === 'all', answer.right)
  return true
}

const returnAll = async (deps: ReturnMoneyDeps, reservation: OwnReservation): Promise<void> => {
  while (isDue(reservation) && (await returnOnce(deps, reservation)));
}

/**
 * Sends the ledger what goes back, or the end where no call is under way. Resolves when it has answered for all of
 * that, or did not answer. Never throws.
 */
export const returnMoney =
  (deps: ReturnMoneyDeps) =>
  async (reservation: OwnReservation): Promise<void> => {
    do {
      reservation.returning ??= returnAll(deps, reservation).finally(() => {
        reservation.returning = null
      })
      await reservation.returning
      // What was added behind the last command of that round makes another.
    } while (isDue(reservation) && !deps.unanswered.has(reservation))
  }
