import type { PaymentGateway } from '../../application/ports/billing/payment-gateway.ts'

export interface PaymentProvider {
  /** The same as the gateway's `provider`. */
  readonly id: string
  readonly open: () => PaymentGateway
}

/** A provider that the environment configures. */
export interface ConfiguredPaymentProvider extends PaymentProvider {
  /** The variable that brings it, for messages to the operator. */
  readonly variable: string
}
