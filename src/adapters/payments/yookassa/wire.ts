import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { PaymentOrder, Refund, RefundOrder } from '../../../application/ports/billing/payment-gateway.ts'
import { stringOf } from '../../../domain/json.ts'
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

/** The longest description that YooKassa takes. */
const MAX_DESCRIPTION_LENGTH = 128

export const paymentRequest = (order: PaymentOrder): Readonly<Record<string, unknown>> => ({
  amount: { value: writeRoubles(order.price), currency: 'RUB' },
  capture: true,
  confirmation: { type: 'redirect', return_url: order.returnUrl },
  description: order.description.slice(0, MAX_DESCRIPTION_LENGTH),
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

/** A payment as YooKassa describes it; null if the answer has another form or contradicts itself. */
export const readPayment = (body: unknown): Payment | null => {
  const decoded = paymentCodec.decode(body)
  if (isLeft(decoded)) return null
  const { id, amount, metadata, confirmation, test } = decoded.right
  const [status, micro] = [STATUSES[decoded.right.status], readRoubles(amount.value)]
  if (status === undefined || micro === null) return null
  // A payment that succeeded and was not paid contradicts itself.
  if (status === 'succeeded' && decoded.right.paid === false) return null
  return {
    id,
    status,
    amount: micro,
    currency: amount.currency,
    topUpId: stringOf(metadata?.['order_id']),
    // A payment without the flag counts as a test, so that it credits no real money.
    test: test !== false,
    confirmationUrl: stringOf(confirmation?.['confirmation_url']),
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

/** The message of a refusal, for the log and the operator. */
export const readErrorMessage = (body: unknown, statusCode: number): string => {
  const { code, description } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const words = [code, description].filter((word): word is string => typeof word === 'string')
  return `YooKassa answered ${statusCode}${words.length === 0 ? '' : `: ${words.join(': ')}`}`.slice(0, 300)
}
