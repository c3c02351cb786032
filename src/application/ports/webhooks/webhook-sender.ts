import type { AttemptResult, Delivery } from '../../../domain/webhooks/delivery.ts'

export interface OutgoingWebhook extends Pick<Delivery, 'eventId' | 'kind' | 'data' | 'occurredAt'> {
  readonly url: string
  /** Each signs. The first is the current one. Secrets in the form `whsec_` and base64. */
  readonly secrets: readonly string[]
  /** The moment of this attempt, which the receiver compares with its own clock. */
  readonly at: Date
}

/**
 * Sends an event as the Standard Webhooks specification says: signed, to a public host, within 15 seconds. It follows
 * no redirect and reads nothing of the answer but its status. It does not throw for the behaviour of a server.
 */
export interface WebhookSender {
  /** The signal ends the attempt early. */
  send(webhook: OutgoingWebhook, signal: AbortSignal): Promise<AttemptResult>
}
