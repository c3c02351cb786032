import { left, right } from 'fp-ts/lib/Either.js'
import type { PaymentGateway } from '../../application/ports/billing/payment-gateway.ts'
import type { Payment } from '../../domain/payments/payment.ts'

const PAYMENT_ID = /^sandbox_([0-9a-f-]{36})_(\d{1,18})$/

/**
 * A provider that confirms every payment at once and moves no money. It stores nothing: the payment id holds the order
 * and the price, so a payment survives a restart. It sends no notifications. It is never offered in production.
 */
export const sandboxPaymentGateway = (): PaymentGateway => ({
  provider: 'sandbox',
  acceptsTest: true,
  confirmsImmediately: true,
  // The same order is the same payment for ever.
  idempotenceLifeMs: Number.MAX_SAFE_INTEGER,
  create: (order) => Promise.resolve(right(paid(order.topUpId, order.price))),
  fetch: (paymentId) => {
    const [, topUpId, price] = PAYMENT_ID.exec(paymentId) ?? []
    return Promise.resolve(
      topUpId === undefined || price === undefined
        ? left({ tag: 'payment_refused', message: 'the sandbox made no such payment' })
        : right(paid(topUpId, BigInt(price))),
    )
  },
  refund: ({ refundId, paymentId, amount }) => {
    const [, , price] = PAYMENT_ID.exec(paymentId) ?? []
    const isCovered = price !== undefined && amount <= BigInt(price)
    return Promise.resolve(
      isCovered
        ? right({ id: `sandbox_refund_${refundId}`, status: 'succeeded', amount, paymentId } as const)
        : left({ tag: 'payment_refused', message: 'the sandbox made no such payment' } as const),
    )
  },
  acceptsNotificationFrom: () => false,
  hintOf: () => left({ tag: 'notification_refused', reason: 'signature', message: 'the sandbox sends none' }),
})

const paid = (topUpId: string, price: bigint): Payment => ({
  id: `sandbox_${topUpId}_${price}`,
  status: 'succeeded',
  amount: price,
  currency: 'RUB',
  topUpId,
  test: true,
  confirmationUrl: null,
})
