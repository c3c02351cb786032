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

/** What a provider's word about a payment does to the top-up it was made for. */
export type PaymentVerdict =
  | { readonly tag: 'credit' }
  | { readonly tag: 'cancel' }
  | { readonly tag: 'wait' }
  /** The top-up has ended before; ended things do not move. */
  | { readonly tag: 'ended' }
  /** The payment is not the one that was ordered. Nothing is credited and someone must look. */
  | {
      readonly tag: 'payment_mismatch'
      readonly field: 'payment' | 'order' | 'amount' | 'currency' | 'test' | 'status'
    }

/** Decides whether a payment pays for a top-up. `acceptsTest` is false where real money is meant. */
export const judgePayment = (topUp: TopUp, payment: Payment, acceptsTest: boolean): PaymentVerdict => {
  if (topUp.paymentId !== null && topUp.paymentId !== payment.id) return mismatch('payment')
  if (payment.topUpId !== topUp.id) return mismatch('order')
  if (payment.currency !== 'RUB') return mismatch('currency')
  if (payment.amount !== topUp.price) return mismatch('amount')
  if (payment.test && !acceptsTest) return mismatch('test')
  if (isOpen(topUp)) return { tag: VERDICT_OF_STATUS[payment.status] }
  // Canceled is final for the provider too: a payment that was taken after all must be looked at.
  return topUp.status === 'canceled' && payment.status === 'succeeded' ? mismatch('status') : { tag: 'ended' }
}

/** Whether the provider's word still moves a top-up. */
export const isOpen = ({ status, superseded }: Pick<TopUp, 'status' | 'superseded'>): boolean =>
  status === 'pending' || superseded

const VERDICT_OF_STATUS = { pending: 'wait', succeeded: 'credit', canceled: 'cancel' } as const satisfies Readonly<
  Record<TopUpStatus, string>
>

const mismatch = (field: Extract<PaymentVerdict, { tag: 'payment_mismatch' }>['field']): PaymentVerdict => ({
  tag: 'payment_mismatch',
  field,
})
