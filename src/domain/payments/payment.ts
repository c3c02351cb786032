import type { TopUp, TopUpStatus } from './top-up.ts'

/** A payment as its provider describes it now. */
export interface Payment {
  readonly id: string
  readonly status: TopUpStatus
  /** Micro-units. */
  readonly amount: bigint
  /** ISO 4217, as the provider writes it. */
  readonly currency: string
  /** Our id of what is paid for, handed to the provider at creation. */
  readonly topUpId: string | null
  /** Whether no real money moves. */
  readonly test: boolean
  /** Where the customer pays; null when there is nothing left to do. */
  readonly confirmationUrl: string | null
}

/** The provider that described a payment, as far as it matters for the verdict. */
export interface PaymentSource {
  /** The provider's id. */
  readonly provider: string
  /** Whether payments that move no real money count. */
  readonly acceptsTest: boolean
}

/** What a payment does to the top-up it was made for. */
export type PaymentVerdict =
  | { readonly tag: 'credit' }
  | { readonly tag: 'cancel' }
  | { readonly tag: 'wait' }
  /** The top-up ended before, and an ended top-up does not change. */
  | { readonly tag: 'ended' }
  /** The payment is not the one that was ordered. Nothing is credited, and an operator must look. */
  | {
      readonly tag: 'payment_mismatch'
      readonly field: 'provider' | 'payment' | 'order' | 'amount' | 'currency' | 'test' | 'status'
    }

/** Decides whether a payment pays for a top-up. Only the provider that took the top-up can describe its payment. */
export const judgePayment = (topUp: TopUp, payment: Payment, source: PaymentSource): PaymentVerdict => {
  if (topUp.provider !== source.provider) return mismatch('provider')
  if (topUp.paymentId !== null && topUp.paymentId !== payment.id) return mismatch('payment')
  if (payment.topUpId !== topUp.id) return mismatch('order')
  if (payment.currency !== 'RUB') return mismatch('currency')
  if (payment.amount !== topUp.price) return mismatch('amount')
  if (payment.test && !source.acceptsTest) return mismatch('test')
  if (isAwaitingPayment(topUp)) return { tag: VERDICT_OF_STATUS[payment.status] }
  // The provider does not change a canceled payment either, so an operator must look at one that succeeded after all.
  return topUp.status === 'canceled' && payment.status === 'succeeded' ? mismatch('status') : { tag: 'ended' }
}

/** Whether the state of the payment still changes the top-up. */
export const isAwaitingPayment = ({ status, superseded }: Pick<TopUp, 'status' | 'superseded'>): boolean =>
  status === 'pending' || superseded

const VERDICT_OF_STATUS = { pending: 'wait', succeeded: 'credit', canceled: 'cancel' } as const satisfies Readonly<
  Record<TopUpStatus, string>
>

const mismatch = (field: Extract<PaymentVerdict, { tag: 'payment_mismatch' }>['field']): PaymentVerdict => ({
  tag: 'payment_mismatch',
  field,
})
