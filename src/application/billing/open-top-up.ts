import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { roomForTopUp, type RoomForTopUp } from '../../domain/payments/pending-top-ups.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { Clock } from '../ports/clock.ts'
import type { PaymentGateway } from '../ports/payment-gateway.ts'
import type { NewTopUp } from '../ports/top-up-store.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface OpenTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly payments: Pick<PaymentGateway, 'confirmsAtOnce'>
  readonly clock: Clock
}

export type TooManyPending = Extract<RoomForTopUp, { readonly tag: 'rate_limit_exceeded' }>

/**
 * Writes the order, if few enough of the user's top-ups wait for their payment; where one has waited for long, it is
 * canceled to make room. Should its customer pay it after all, it is credited nevertheless.
 */
export const openTopUp = (
  { unitOfWork, payments, clock }: OpenTopUpDeps,
  order: NewTopUp,
): Promise<Either<TooManyPending, TopUp>> =>
  unitOfWork.transact(async ({ users, topUps }) => {
    // Orders of one user are counted one after another.
    if (!payments.confirmsAtOnce) await users.lock(order.userId)
    const pending = payments.confirmsAtOnce ? [] : await topUps.pendingOf(order.userId)
    // A resumed order is among those that wait, and needs no further room.
    const room = roomForTopUp(pending.some(({ id }) => id === order.id) ? [] : pending, clock.now())
    if (room.tag === 'rate_limit_exceeded') return left(room)
    if (room.tag === 'supersede') await topUps.supersede(room.topUpId)
    return right(await topUps.open(order))
  })
