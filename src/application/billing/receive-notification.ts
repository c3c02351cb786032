import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { PaymentGateway } from '../ports/payment-gateway.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'

export interface ReceiveNotificationDeps {
  readonly payments: Pick<PaymentGateway, 'provider'>
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
}

export interface NotificationInput {
  readonly provider: string
  /** What the notification is about, as it says: a hint where to look and nothing more. */
  readonly paymentId: string
}

export type NotificationFailure =
  /** Not the provider we sell through. */
  | { readonly tag: 'not_found' }
  /** The provider could not be asked: it should tell us again. */
  | { readonly tag: 'payment_unavailable' }

/**
 * Follows a hint that a payment has changed. Whatever came with it, only what the provider answers when asked counts;
 * a hint about a payment that is unknown, foreign or not as ordered has no effect and needs no repetition.
 */
export const receiveNotification =
  (deps: ReceiveNotificationDeps) =>
  async (input: NotificationInput): Promise<Either<NotificationFailure, null>> => {
    if (input.provider !== deps.payments.provider) return left({ tag: 'not_found' })
    const checked = await deps.checkPayment({ paymentId: input.paymentId, topUpId: null })
    return isLeft(checked) && checked.left.tag === 'payment_unavailable'
      ? left({ tag: 'payment_unavailable' })
      : right(null)
  }
