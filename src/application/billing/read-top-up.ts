import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { PaymentGateway } from '../ports/payment-gateway.ts'
import type { TopUpStore } from '../ports/top-up-store.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import { confirmPayment } from './confirm-payment.ts'

export interface ReadTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly topUps: Pick<TopUpStore, 'find'>
  readonly payments: PaymentGateway
  /** Told of a payment that is not the one ordered: someone must look. */
  readonly onMismatch: (topUpId: string, field: string) => void
}

export interface ReadTopUpInput {
  readonly userId: string
  readonly topUpId: string
}

export type ReadTopUpFailure = { readonly tag: 'not_found' }

/**
 * A user's top-up as it is now: while it waits for its payment, the provider is asked again. A provider that cannot
 * be asked changes nothing, and the stored state is the answer.
 */
export const readTopUp =
  (deps: ReadTopUpDeps) =>
  async (input: ReadTopUpInput): Promise<Either<ReadTopUpFailure, TopUp>> => {
    const stored = await deps.topUps.find(input.topUpId)
    if (stored === null || stored.userId !== input.userId) return left({ tag: 'not_found' })
    if (stored.status !== 'pending' || stored.paymentId === null) return right(stored)
    if (stored.provider !== deps.payments.provider) return right(stored)

    const payment = await deps.payments.fetch(stored.paymentId)
    if (isLeft(payment)) return right(stored)
    const confirm = confirmPayment({ unitOfWork: deps.unitOfWork, acceptsTest: deps.payments.acceptsTest })
    const confirmed = await confirm({ topUpId: stored.id, payment: payment.right })
    if (isLeft(confirmed)) {
      if (confirmed.left.tag === 'payment_mismatch') deps.onMismatch(stored.id, confirmed.left.field)
      return right(stored)
    }
    return confirmed
  }
