import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { PaymentOrder, Refund, RefundOrder } from '../../../application/ports/payment-gateway.ts'
import type { Payment } from '../../../domain/payments/payment.ts'
import type { TopUpStatus } from '../../../domain/payments/top-up.ts'
import { readRoubles, writeRoubles } from './roubles.ts'

const money = t.type({ value: t.string, currency: t.string })

const paymentCodec = t.intersection([
  t.type({ id: t.string, status: t.string, amount: money }),
  t.partial({
    test: t.boolean,
    paid: t.boolean,
    metadata: t.UnknownRecord,
    confirmation: t.UnknownRecord,
  }),
])

const refundCodec = t.type({ id: t.string, status: t.string, amount: money, payment_id: t.string })

/** YooKassa's description may be no longer. */
const LONGEST_DESCRIPTION = 128

export const paymentRequest = (order: PaymentOrder): Readonly<Record<string, unknown>> => ({
  amount: { value: writeRoubles(order.price), currency: 'RUB' },
  capture: true,
  confirmation: { type: 'redirect', return_url: order.returnUrl },
  description: order.description.slice(0, LONGEST_DESCRIPTION),
  metadata: { order_id: order.topUpId },
})

export const refundRequest = (order: RefundOrder): Readonly<Record<string, unknown>> => ({
  payment_id: order.paymentId,
  amount: { value: writeRoubles(order.amount), currency: 'RUB' },
})

const STATUSES: Readonly<Record<string, TopUpStatus>> = {
  pending: 'pending',
  waiting_for_capture: 'pending',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/** A payment as YooKassa describes it; null for an answer we cannot make sense of. */
export const readPayment = (body: unknown): Payment | null => {
  const decoded = paymentCodec.decode(body)
  if (isLeft(decoded)) return null
  const { id, amount, metadata, confirmation, test } = decoded.right
  const [status, micro] = [STATUSES[decoded.right.status], readRoubles(amount.value)]
  if (status === undefined || micro === null) return null
  // Whoever says both that it succeeded and that no one paid is not to be believed in either.
  if (status === 'succeeded' && decoded.right.paid === false) return null
  const [order, url] = [metadata?.['order_id'], confirmation?.['confirmation_url']]
  return {
    id,
    status,
    amount: micro,
    currency: amount.currency,
    topUpId: typeof order === 'string' ? order : null,
    // A payment that does not say that it is real is not taken for real.
    test: test !== false,
    confirmationUrl: typeof url === 'string' ? url : null,
  }
}

export const readRefund = (body: unknown): Refund | null => {
  const decoded = refundCodec.decode(body)
  if (isLeft(decoded)) return null
  const { id, amount, payment_id: paymentId } = decoded.right
  const [status, micro] = [STATUSES[decoded.right.status], readRoubles(amount.value)]
  if (status === undefined || micro === null || amount.currency !== 'RUB') return null
  return { id, status, amount: micro, paymentId }
}

/** What a refusal says, for the log and the operator. */
export const readRefusal = (body: unknown, statusCode: number): string => {
  const { code, description } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const words = [code, description].filter((word): word is string => typeof word === 'string')
  return `YooKassa answered ${statusCode}${words.length === 0 ? '' : `: ${words.join(': ')}`}`.slice(0, 300)
}
