import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Delivery } from '../../domain/webhooks/delivery.ts'
import type { DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'
import type { WebhookStore } from '../ports/webhooks/webhook-store.ts'
import type { OwnWebhook, WebhookNotFound } from './own-webhook.ts'
import type { Page } from '../page.ts'
import { readPage } from '../read-page.ts'

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

export type ListDeliveries = (input: ListDeliveriesInput) => Promise<Either<WebhookNotFound, Page<Delivery, string>>>

/** Deliveries to a webhook of the caller, newest first. */
export const listDeliveries =
  (deps: ListDeliveriesDeps): ListDeliveries =>
  async ({ userId, webhookId, before, limit }) => {
    const webhook = await deps.webhooks.find(webhookId)
    if (webhook === null || webhook.userId !== userId) return left({ tag: 'not_found' })
    const page = await readPage({
      limit,
      read: (most) => deps.deliveries.page({ webhookId, before, limit: most }),
      placeOf: ({ id }) => id,
    })
    return right(page)
  }
