import { left, right } from 'fp-ts/lib/Either.js'
import type { PaymentGateway, PaymentOrder, Refund } from '../../src/application/ports/payment-gateway.ts'
import type { Payment } from '../../src/domain/payments/payment.ts'

export interface ScriptedPayments extends PaymentGateway {
  /** What was ordered, one entry a call. */
  readonly orders: readonly PaymentOrder[]
  /** Payments that exist at the provider. */
  payments(): readonly Payment[]
  /** The customer pays, or the provider says something else of the payment. */
  change(topUpId: string, changes: Partial<Payment>): void
  /** What the next call meets: no answer though the order was taken, or a refusal. */
  /** Refunds that exist at the provider. */
  refunds(): readonly Refund[]
  failNext(how: 'unavailable' | 'refused' | 'throws'): void
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
    confirmsAtOnce: false,
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
