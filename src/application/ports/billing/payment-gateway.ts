import type { Either } from 'fp-ts/lib/Either.js'
import type { Payment } from '../../../domain/payments/payment.ts'

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
  /** Also the idempotence key, for as long as the gateway's `idempotenceLifeMs`. */
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

/**
 * `payment_refused`: the provider will not make this payment.
 * `payment_unavailable`: the provider gave no usable answer in time, and may yet have made the payment.
 */
export type PaymentFailure =
  | { readonly tag: 'payment_refused'; readonly message: string }
  | { readonly tag: 'payment_unavailable'; readonly message: string }

/** A notification as it came over the wire, so that the gateway can verify a signature over its bytes. */
export interface RawNotification {
  /** The body, byte for byte. */
  readonly body: Uint8Array
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>
}

/** Why the gateway does not read a notification. */
export interface NotificationRefusal {
  readonly tag: 'notification_refused'
  /**
   * `signature`: the provider did not send it. `media_type`: the body is of a type that the provider does not write.
   * `syntax`: the body cannot be parsed. `content`: a field is missing or is not what the provider writes.
   */
  readonly reason: 'signature' | 'media_type' | 'syntax' | 'content'
  readonly message: string
}

/** One payment provider, which takes roubles from customers. Only what it answers when asked credits a wallet. */
export interface PaymentGateway {
  /** The provider's id, kept with each top-up and named in the path of its notifications, e.g. `sandbox`. */
  readonly provider: string
  /** Whether payments that move no real money count. */
  readonly acceptsTest: boolean
  /** Whether a payment is over once it is made, so that none of them waits for its customer. */
  readonly confirmsImmediately: boolean
  /** How long the provider knows an order again by its idempotence key; later the same order is a second one. */
  readonly idempotenceLifeMs: number
  create(order: PaymentOrder): Promise<Either<PaymentFailure, Payment>>
  fetch(paymentId: string): Promise<Either<PaymentFailure, Payment>>
  /** Gives back a part of a payment or the whole of it. The same order again is the same refund. */
  refund(order: RefundOrder): Promise<Either<PaymentFailure, Refund>>
  /**
   * Whether a notification from this client address is read at all. A provider that signs its notifications accepts
   * every address; one that does not must name its own addresses.
   */
  acceptsNotificationFrom(address: string): boolean
  /**
   * The id of the payment that a notification is about; null if it is about something else. The id is only a hint
   * where to look: `fetch` decides what is true.
   */
  hintOf(notification: RawNotification): Either<NotificationRefusal, string | null>
}

/**
 * The configured payment providers by id, in order of preference: the first takes new top-ups. Each top-up stays with
 * the provider that took it. An installation that sells no top-ups has none.
 */
export type PaymentGateways = ReadonlyMap<string, PaymentGateway>

/** The top-up's provider is no longer configured, so it cannot be asked. Nothing is lost: configure it again. */
export interface ProviderNotConfigured {
  readonly tag: 'payment_provider_not_configured'
  readonly provider: string
}
