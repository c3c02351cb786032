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
  create(order: PaymentOrder): Promise<Either<PaymentFailure, Payment>>
  fetch(paymentId: string): Promise<Either<PaymentFailure, Payment>>
}
