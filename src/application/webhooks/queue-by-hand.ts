import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Delivery } from '../../domain/webhooks/delivery.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import type { WebhookNotFound } from './own-webhook.ts'
import { hasCausedEnough } from './has-caused-enough.ts'

/** The most waiting deliveries of a webhook with which its owner may still queue another one. */
const MAX_WAITING = 20
const RETRY_AFTER_SECONDS = 60

const RETRY_AFTER_HOUR_SECONDS = 3_600

export type QueueByHandFailure =
  | WebhookNotFound
  | { readonly tag: 'webhook_disabled' }
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }

interface QueueByHandDeps {
  readonly ids: IdGenerator
  readonly clock: Clock
}

/** Inside a unit of work that holds the webhook's lock: queues an event that its owner asked for. */
export const queueByHand = async (
  { ids, clock }: QueueByHandDeps,
  { deliveries }: Pick<Stores, 'deliveries'>,
  webhook: Webhook,
  event: Pick<Delivery, 'eventId' | 'kind' | 'data' | 'occurredAt'>,
): Promise<Either<QueueByHandFailure, Delivery>> => {
  if (!webhook.enabled) return left({ tag: 'webhook_disabled' })
  if ((await deliveries.countWaiting(webhook.id, MAX_WAITING)) >= MAX_WAITING) {
    return left({ tag: 'rate_limit_exceeded', retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  const createdAt = new Date(clock.now())
  if (await hasCausedEnough(deliveries, webhook.id, createdAt)) {
    return left({ tag: 'rate_limit_exceeded', retryAfterSeconds: RETRY_AFTER_HOUR_SECONDS })
  }
  await deliveries.enqueue({ ...event, id: ids.next(), webhookId: webhook.id, createdAt, isByHand: true })
  const queued = await deliveries.findWaiting(webhook.id, event.eventId)
  return queued === null ? left({ tag: 'not_found' }) : right(queued)
}
