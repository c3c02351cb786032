import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { PaymentFailure, PaymentGateway } from '../ports/payment-gateway.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import { confirmPayment, type ConfirmPaymentFailure } from './confirm-payment.ts'

export interface CheckPaymentDeps {
  readonly unitOfWork: UnitOfWork
  readonly payments: PaymentGateway
  /** Told of a payment that is not the one ordered: someone must look. */
  readonly onMismatch: (topUpId: string, field: string) => void
}

export interface CheckPaymentInput {
  readonly paymentId: string
  /** Null where only the provider's own record of the payment says what it is for. */
  readonly topUpId: string | null
}

export type CheckPaymentFailure = PaymentFailure | ConfirmPaymentFailure

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Asks the provider about a payment and brings its top-up to where the payment is. As often as wanted. */
export const checkPayment =
  (deps: CheckPaymentDeps) =>
  async ({ paymentId, topUpId }: CheckPaymentInput): Promise<Either<CheckPaymentFailure, TopUp>> => {
    const payment = await deps.payments.fetch(paymentId)
    if (isLeft(payment)) return payment
    const paidFor = topUpId ?? payment.right.topUpId
    // Another system of the same shop may name its orders as it likes.
    if (paidFor === null || !UUID.test(paidFor)) return left({ tag: 'not_found' })
    const confirm = confirmPayment({ unitOfWork: deps.unitOfWork, acceptsTest: deps.payments.acceptsTest })
    const confirmed = await confirm({ topUpId: paidFor, payment: payment.right })
    if (isLeft(confirmed) && confirmed.left.tag === 'payment_mismatch') deps.onMismatch(paidFor, confirmed.left.field)
    return confirmed
  }
