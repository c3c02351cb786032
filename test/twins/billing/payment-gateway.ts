import { createHmac } from 'node:crypto'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  NotificationRefusal,
  PaymentGateway,
  PaymentOrder,
  RawNotification,
  Refund,
} from '../../../src/application/ports/billing/payment-gateway.ts'
import type { Payment } from '../../../src/domain/payments/payment.ts'

interface SignedNotification extends RawNotification {
  readonly headers: Readonly<Record<string, string>>
}

export interface ScriptedPayments extends PaymentGateway {
  /** The orders, one for each call. */
  readonly orders: readonly PaymentOrder[]
  /** Payments that exist at the provider. */
  payments(): readonly Payment[]
  /** Changes a payment at the provider, as when the customer pays. */
  change(topUpId: string, changes: Partial<Payment>): void
  /** Refunds that exist at the provider. */
  refunds(): readonly Refund[]
  /** A notification about a payment with a signature over its bytes. */
  notification(paymentId: string): SignedNotification
  /** The failure of the next call: no answer although the order was taken, a refusal, or the death of the process. */
  failNext(how: 'unavailable' | 'refused' | 'throws'): void
}

const signatureOf = (body: Uint8Array, provider: string): string =>
  createHmac('sha256', `the secret of ${provider}`).update(body).digest('hex')

/** The body has spaces that a parser drops. The signature covers them. */
const signed = (provider: string, paymentId: string): SignedNotification => {
  const body = new TextEncoder().encode(`payment =  ${paymentId}\r\n`)
  return { body, headers: { 'content-type': 'text/x-payment', 'x-signature': signatureOf(body, provider) } }
}

const readSigned = (
  provider: string,
  { body, headers }: RawNotification,
): Either<NotificationRefusal, string | null> => {
  if (headers['x-signature'] !== signatureOf(body, provider)) {
    return left({ tag: 'notification_refused', reason: 'signature', message: 'the signature is wrong' })
  }
  const [, about, id] = /^(\w+) = {2}(\S+)\r\n$/.exec(new TextDecoder().decode(body)) ?? []
  if (about === undefined || id === undefined) {
    return left({ tag: 'notification_refused', reason: 'syntax', message: 'this is no notification' })
  }
  return right(about === 'payment' ? id : null)
}

/** A provider whose payments wait until the test pays them. The same order again is the same payment. */
export const scriptedPayments = (provider = 'scripted'): ScriptedPayments => {
  const made = new Map<string, Payment>()
  const orders: PaymentOrder[] = []
  const refunds = new Map<string, Refund>()
  let failure: 'unavailable' | 'refused' | 'throws' | null = null

  const answer = (payment: Payment | undefined) => {
    const how = failure
    failure = null
    if (how === 'throws') throw new Error('the process died here')
    if (how === 'unavailable') return left({ tag: 'payment_unavailable', message: 'timeout' } as const)
    if (payment === undefined) return left({ tag: 'payment_refused', message: 'no such payment' } as const)
    return right(payment)
  }

  return {
    provider,
    acceptsTest: false,
    confirmsImmediately: false,
    idempotenceLifeMs: 24 * 3_600_000,
    acceptsNotificationFrom: () => true,
    hintOf: (notification) => readSigned(provider, notification),
    notification: (paymentId) => signed(provider, paymentId),
    orders,
    payments: () => [...made.values()],
    change: (topUpId, changes) => {
      const payment = made.get(topUpId)
      if (payment === undefined) throw new Error('no such payment')
      made.set(topUpId, { ...payment, ...changes })
    },
    failNext: (how) => {
      failure = how
    },
    async create(order) {
      orders.push(order)
      if (failure === 'refused') {
        failure = null
        return left({ tag: 'payment_refused', message: 'no' })
      }
      const payment = made.get(order.topUpId) ?? {
        id: `payment-${order.topUpId}`,
        status: 'pending',
        amount: order.price,
        currency: 'RUB',
        topUpId: order.topUpId,
        test: false,
        confirmationUrl: `https://pay.example.org/${order.topUpId}`,
      }
      made.set(order.topUpId, payment)
      return answer(payment)
    },
    refunds: () => [...refunds.values()],
    async refund({ refundId, paymentId, amount }) {
      const how = failure
      failure = null
      if (how === 'throws') throw new Error('the process died here')
      const payment = [...made.values()].find(({ id }) => id === paymentId)
      const given = [...refunds.values()].filter((each) => each.paymentId === paymentId && each.id !== refundId)
      const sum = given.reduce((total, each) => total + each.amount, amount)
      const isPaid = payment?.status === 'succeeded' && sum <= payment.amount
      if (how === 'refused' || !isPaid) return left({ tag: 'payment_refused', message: 'no' })
      const refund = refunds.get(refundId) ?? { id: refundId, status: 'succeeded' as const, amount, paymentId }
      refunds.set(refundId, refund)
      return how === 'unavailable' ? left({ tag: 'payment_unavailable', message: 'timeout' }) : right(refund)
    },
    async fetch(paymentId) {
      return answer([...made.values()].find(({ id }) => id === paymentId))
    },
  }
}
