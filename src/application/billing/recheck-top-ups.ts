import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { Clock } from '../ports/clock.ts'
import { IDEMPOTENCE_LIFE_MS, type PaymentGateway } from '../ports/payment-gateway.ts'
import type { TopUpStore } from '../ports/top-up-store.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

const AT_ONCE = 50

/** An order that got no payment in all this time never will: the provider would not know it again. */
const GIVEN_UP_AFTER_MS = IDEMPOTENCE_LIFE_MS + 3_600_000

export interface RecheckTopUpsDeps {
  readonly topUps: Pick<TopUpStore, 'claimDue'>
  readonly unitOfWork: UnitOfWork
  readonly payments: Pick<PaymentGateway, 'provider'>
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
  readonly clock: Clock
}

/**
 * Asks the provider about top-ups that wait, so that a lost notification loses no money. Answers how many ended.
 * Any number of instances at once; ends early when the provider cannot be asked.
 */
export const recheckTopUps = (deps: RecheckTopUpsDeps) => async (): Promise<number> => {
  const at = new Date(deps.clock.now())
  let ended = 0
  for (const topUp of await deps.topUps.claimDue(deps.payments.provider, at, AT_ONCE)) {
    if (topUp.paymentId === null) {
      const isLost = at.getTime() - topUp.createdAt.getTime() > GIVEN_UP_AFTER_MS
      if (isLost && (await giveUp(deps, topUp.id))) ended += 1
      continue
    }
    const checked = await deps.checkPayment({ paymentId: topUp.paymentId, topUpId: topUp.id })
    if (isLeft(checked)) {
      if (checked.left.tag === 'payment_unavailable') return ended
      continue
    }
    if (checked.right.status !== 'pending') ended += 1
  }
  return ended
}

const giveUp = async ({ unitOfWork }: RecheckTopUpsDeps, id: string): Promise<boolean> => {
  const done = await unitOfWork.transact<null, null>(async ({ topUps }) => {
    const topUp = await topUps.lock(id)
    if (topUp === null || topUp.status !== 'pending' || topUp.paymentId !== null) return left(null)
    await topUps.end(id, 'canceled')
    return right(null)
  })
  return !isLeft(done)
}
