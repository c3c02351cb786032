import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { testEvent } from '../../domain/webhooks/account-event.ts'
import type { Delivery } from '../../domain/webhooks/delivery.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { lockOwnWebhook } from './own-webhook.ts'
import type { OwnWebhook } from './own-webhook.ts'
import { queueByHand } from './queue-by-hand.ts'
import type { QueueByHandFailure } from './queue-by-hand.ts'

interface TestWebhookDeps {
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

export type TestWebhook = (own: OwnWebhook) => Promise<Either<QueueByHandFailure, Delivery>>

/** Queues a test event for a webhook of the caller. */
export const testWebhook =
  (deps: TestWebhookDeps): TestWebhook =>
  (own) =>
    deps.unitOfWork.transact<QueueByHandFailure, Delivery>(async (stores) => {
      const webhook = await lockOwnWebhook(stores, own)
      if (webhook === null) return left({ tag: 'not_found' })
      const { at, ...event } = testEvent(webhook.id, new Date(deps.clock.now()))
      return queueByHand(deps, stores, webhook, { ...event, eventId: deps.ids.next(), occurredAt: at })
    })
