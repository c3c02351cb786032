import type { Either } from 'fp-ts/lib/Either.js'
import type { Payment } from '../../domain/payments/payment.ts'

export interface PaymentOrder {
  /** Also the idempotence key: the same order again answers with the same payment. */
  readonly topUpId: string
  /** Micro-roubles, whole kopecks. */
  readonly price: bigint
  /** Shown to the customer; 128 characters at most. */
  readonly description: string
  /** Where the customer's browser goes after paying. */
  readonly returnUrl: string
}

export interface RefundOrder {
  /** Also the idempotence key, for as long as `IDEMPOTENCE_LIFE_MS`. */
  readonly refundId: string
  readonly paymentId: string
  /** Micro-roubles, whole kopecks. */
  readonly amount: bigint
}

/** Money on its way back to the customer. */
export interface Refund {
  readonly id: string
  readonly status: 'pending' | 'succeeded' | 'canceled'
  /** Micro-roubles. */
  readonly amount: bigint
  readonly paymentId: string
}

/** How long a provider knows an order again by its idempotence key; later the same order is a second one. */
export const IDEMPOTENCE_LIFE_MS = 24 * 3_600_000

/**
 * `payment_refused`: the provider will not make this payment.
 * `payment_unavailable`: it did not answer in time or in sense, and may yet have made the payment.
 */
export type PaymentFailure =
  | { readonly tag: 'payment_refused'; readonly message: string }
  | { readonly tag: 'payment_unavailable'; readonly message: string }

/** Takes roubles from customers. Only its own word, asked for by us, credits anything. */
export interface PaymentGateway {
  /** A short name kept with each top-up, e.g. `sandbox`. */
  readonly provider: string
  /** Whether payments that move no real money count. */
  readonly acceptsTest: boolean
  /** Whether a payment is over once it is made, so that none of them waits for its customer. */
  readonly confirmsAtOnce: boolean
  create(order: PaymentOrder): Promise<Either<PaymentFailure, Payment>>
  fetch(paymentId: string): Promise<Either<PaymentFailure, Payment>>
  /** Gives back a part of a payment or the whole of it. The same order again is the same refund. */
  refund(order: RefundOrder): Promise<Either<PaymentFailure, Refund>>
}
