import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from '../../billing/top-ups/check-payment.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import type { TopUpNotFound } from './read-top-up.ts'

interface CheckTopUpDeps {
  readonly topUps: Pick<TopUpStore, 'find'>
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface CheckTopUpInput {
  readonly operatorId: string
  readonly topUpId: string
}

/** `payment_unknown`: the order never reached its provider, so there is nothing to ask about. */
type CheckTopUpFailure = TopUpNotFound | NoOperator | { readonly tag: 'payment_unknown' } | CheckPaymentFailure
export type CheckTopUp = (input: CheckTopUpInput) => Promise<Either<CheckTopUpFailure, TopUp>>

/**
 * Asks the provider of a top-up about its payment now, and gives the top-up that state, as the service does by itself
 * from time to time. The record is written after the answer: what changes is what the provider says.
 */
export const checkTopUp =
  (deps: CheckTopUpDeps): CheckTopUp =>
  async ({ operatorId, topUpId }) => {
    const stored = await deps.topUps.find(topUpId)
    if (stored === null) return left({ tag: 'not_found' })
    const { provider, paymentId } = stored
    if (paymentId === null) return left({ tag: 'payment_unknown' })
    const checked = await deps.checkPayment({ provider, paymentId, topUpId })
    if (isLeft(checked)) return checked
    return deps.unitOfWork.transact<CheckTopUpFailure, TopUp>(async (stores) => {
      const noted = await noteAction(deps, stores, {
        operatorId,
        command: 'topups check',
        subject: topUpId,
        arguments: { provider, payment: paymentId },
        before: { status: stored.status },
        after: { status: checked.right.status },
        reason: null,
      })
      return isLeft(noted) ? noted : right(checked.right)
    })
  }
