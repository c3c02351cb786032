import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import { isUuid } from '../../../domain/uuid.ts'
import type { PaymentFailure, PaymentGateways, ProviderNotConfigured } from '../../ports/billing/payment-gateway.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { AnnounceEndedTopUpDeps } from './announce-ended-top-up.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { ConfirmPaymentFailure } from './confirm-payment.ts'
import { gatewayOf } from './payment-gateways.ts'

interface CheckPaymentDeps extends AnnounceEndedTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly payments: PaymentGateways
  /** Called for a payment that is not the one ordered: an operator must look. */
  readonly onMismatch: (topUpId: string, field: string) => void
}

export interface CheckPaymentInput {
  /** The id of the provider that made the payment. */
  readonly provider: string
  readonly paymentId: string
  /** Null if only the provider's own record of the payment names the top-up. */
  readonly topUpId: string | null
}

export type CheckPaymentFailure = PaymentFailure | ProviderNotConfigured | ConfirmPaymentFailure

/** Asks the provider about a payment and gives its top-up the payment's state. Repeating it changes nothing more. */
export const checkPayment =
  (deps: CheckPaymentDeps) =>
  async ({ provider, paymentId, topUpId }: CheckPaymentInput): Promise<Either<CheckPaymentFailure, TopUp>> => {
    const gateway = gatewayOf(deps.payments, { provider })
    if (isLeft(gateway)) return gateway
    const payment = await gateway.right.fetch(paymentId)
    if (isLeft(payment)) return payment
    const paidFor = topUpId ?? payment.right.topUpId
    // Other software that sells through the same shop gives its orders ids of another form.
    if (paidFor === null || !isUuid(paidFor)) return left({ tag: 'not_found' })
    const confirm = confirmPayment({ ...deps, source: gateway.right })
    const confirmed = await confirm({ topUpId: paidFor, payment: payment.right })
    if (isLeft(confirmed) && confirmed.left.tag === 'payment_mismatch') deps.onMismatch(paidFor, confirmed.left.field)
    return confirmed
  }
