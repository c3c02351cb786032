import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Delivery } from '../../domain/webhooks/delivery.ts'
import type { DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'
import type { WebhookStore } from '../ports/webhooks/webhook-store.ts'
import type { OwnWebhook, WebhookNotFound } from './own-webhook.ts'

interface ListDeliveriesDeps {
  readonly webhooks: Pick<WebhookStore, 'find'>
  readonly deliveries: Pick<DeliveryQueue, 'page'>
}

interface ListDeliveriesInput extends OwnWebhook {
  /** The id of the last delivery of the page before this one. */
  readonly before: string | null
  /** At least 1. */
  readonly limit: number
}

interface DeliveryPage {
  readonly deliveries: readonly Delivery[]
  /** The value of `before` for the next page; null at the end. */
  readonly nextBefore: string | null
}

export type ListDeliveries = (input: ListDeliveriesInput) => Promise<Either<WebhookNotFound, DeliveryPage>>

/** Deliveries to a webhook of the caller, newest first. */
export const listDeliveries =
  (deps: ListDeliveriesDeps): ListDeliveries =>
  async ({ userId, webhookId, before, limit }) => {
    const webhook = await deps.webhooks.find(webhookId)
    if (webhook === null || webhook.userId !== userId) return left({ tag: 'not_found' })
    // One more row than the page holds shows whether there is a next page.
    const found = await deps.deliveries.page({ webhookId, before, limit: limit + 1 })
    const deliveries = found.slice(0, limit)
    return right({ deliveries, nextBefore: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null })
  }
