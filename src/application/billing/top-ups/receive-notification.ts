import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { NotificationRefusal, PaymentGateways, RawNotification } from '../../ports/billing/payment-gateway.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

interface ReceiveNotificationDeps {
  readonly payments: PaymentGateways
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
}

export interface NotificationInput {
  /** The id of the provider at whose path the notification arrived. */
  readonly provider: string
  readonly notification: RawNotification
}

export type NotificationFailure =
  /** No configured provider has this id. */
  | { readonly tag: 'not_found' }
  | NotificationRefusal
  /** The provider could not be asked: it should send the notification again. */
  | { readonly tag: 'payment_unavailable' }

/** Whether a notification for a provider is read at all, judged by the client address before its body arrives. */
export const acceptsNotification =
  ({ payments }: Pick<ReceiveNotificationDeps, 'payments'>) =>
  (provider: string, clientAddress: string): boolean =>
    payments.get(provider)?.acceptsNotificationFrom(clientAddress) ?? false

/**
 * Follows a provider's hint that a payment has changed. Only what the provider answers when asked counts, whatever the
 * notification claims. A hint about an unknown payment, or one that does not match its order, changes nothing and needs
 * no repetition.
 */
export const receiveNotification =
  ({ payments, checkPayment }: ReceiveNotificationDeps) =>
  async ({ provider, notification }: NotificationInput): Promise<Either<NotificationFailure, null>> => {
    const gateway = payments.get(provider)
    if (gateway === undefined) return left({ tag: 'not_found' })
    const paymentId = gateway.hintOf(notification)
    if (isLeft(paymentId)) return paymentId
    if (paymentId.right === null) return right(null)
    const checked = await checkPayment({ provider, paymentId: paymentId.right, topUpId: null })
    return isLeft(checked) && checked.left.tag === 'payment_unavailable'
      ? left({ tag: 'payment_unavailable' })
      : right(null)
  }
