import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Delivery } from '../../domain/webhooks/delivery.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { lockOwnWebhook } from './own-webhook.ts'
import type { OwnWebhook } from './own-webhook.ts'
import { queueByHand } from './queue-by-hand.ts'
import type { QueueByHandFailure } from './queue-by-hand.ts'

interface RedeliverDeps {
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface RedeliverInput extends OwnWebhook {
  readonly deliveryId: string
}

export type Redeliver = (input: RedeliverInput) => Promise<Either<QueueByHandFailure, Delivery>>

/**
 * Sends the event of a delivery again: one that waits is due at once, and of one that ended a new delivery is made.
 * The event keeps its id.
 */
export const redeliver =
  (deps: RedeliverDeps): Redeliver =>
  ({ deliveryId, ...own }) =>
    deps.unitOfWork.transact<QueueByHandFailure, Delivery>(async (stores) => {
      const webhook = await lockOwnWebhook(stores, own)
      const asked = webhook === null ? null : await stores.deliveries.find(deliveryId)
      if (webhook === null || asked === null || asked.webhookId !== webhook.id) return left({ tag: 'not_found' })
      const waiting = await stores.deliveries.findWaiting(webhook.id, asked.eventId)
      if (waiting === null) return queueByHand(deps, stores, webhook, asked)
      await stores.deliveries.makeDue(waiting.id, new Date(deps.clock.now()))
      const due = await stores.deliveries.find(waiting.id)
      return due === null ? left({ tag: 'not_found' }) : right(due)
    })
