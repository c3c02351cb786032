import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UnsafeUrl } from '../../domain/media/public-url.ts'
import { webhookUrl } from '../../domain/webhooks/webhook.ts'
import type { Webhook, WebhookChange, WebhookRules } from '../../domain/webhooks/webhook.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { lockOwnWebhook } from './own-webhook.ts'
import type { OwnWebhook, WebhookNotFound } from './own-webhook.ts'

interface ChangeWebhookDeps {
  readonly unitOfWork: UnitOfWork
  readonly webhookRules: WebhookRules
  readonly clock: Clock
}

interface ChangeWebhookInput extends OwnWebhook {
  readonly change: WebhookChange
}

export type ChangeWebhook = (input: ChangeWebhookInput) => Promise<Either<WebhookNotFound | UnsafeUrl, Webhook>>

/** Changes a webhook of the caller. What waits for one that is disabled now is canceled. */
export const changeWebhook =
  (deps: ChangeWebhookDeps): ChangeWebhook =>
  async ({ change, ...own }) => {
    const url = change.url === undefined ? right(undefined) : webhookUrl(change.url, deps.webhookRules)
    if (isLeft(url)) return url
    return deps.unitOfWork.transact<WebhookNotFound, Webhook>(async (stores) => {
      const before = await lockOwnWebhook(stores, own)
      if (before === null) return left({ tag: 'not_found' })
      await stores.webhooks.change(before.id, { ...change, ...(url.right === undefined ? {} : { url: url.right }) })
      if (change.enabled === false) await stores.deliveries.cancelAllOf(before.id, new Date(deps.clock.now()))
      const after = await stores.webhooks.find(before.id)
      return after === null ? left({ tag: 'not_found' }) : right(after)
    })
  }
