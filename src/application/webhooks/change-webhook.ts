import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Unauthenticated } from '../../domain/identity/signed-token.ts'
import type { UnsafeUrl } from '../../domain/media/public-url.ts'
import { webhookUrl } from '../../domain/webhooks/webhook.ts'
import type { Webhook, WebhookChange, WebhookRules } from '../../domain/webhooks/webhook.ts'
import { isSessionOpen } from '../accounts/sessions/is-session-open.ts'
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
  readonly sessionId: string
  readonly change: WebhookChange
}

/** `unauthenticated`: the session that asks has ended. */
type ChangeWebhookFailure = WebhookNotFound | Unauthenticated | UnsafeUrl
export type ChangeWebhook = (input: ChangeWebhookInput) => Promise<Either<ChangeWebhookFailure, Webhook>>

/** Changes a webhook of the caller. What waits for one that is disabled now is canceled. */
export const changeWebhook =
  (deps: ChangeWebhookDeps): ChangeWebhook =>
  async ({ sessionId, change, ...own }) => {
    const url = change.url === undefined ? right(undefined) : webhookUrl(change.url, deps.webhookRules)
    if (isLeft(url)) return url
    const at = new Date(deps.clock.now())
    return deps.unitOfWork.transact<WebhookNotFound | Unauthenticated, Webhook>(async (stores) => {
      // The owner of the mailbox may be taking the account over, which disables every webhook.
      await stores.users.lock(own.userId)
      if (!(await isSessionOpen(stores, own.userId, sessionId, at.getTime()))) return left({ tag: 'unauthenticated' })
      const before = await lockOwnWebhook(stores, own)
      if (before === null) return left({ tag: 'not_found' })
      if (change.enabled === false) await stores.webhooks.disable(before.id, null, at)
      await stores.webhooks.change(before.id, { ...change, ...(url.right === undefined ? {} : { url: url.right }) })
      const after = await stores.webhooks.find(before.id)
      return after === null ? left({ tag: 'not_found' }) : right(after)
    })
  }
