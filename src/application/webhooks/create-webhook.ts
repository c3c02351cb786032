import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Unauthenticated } from '../../domain/identity/signed-token.ts'
import type { UnsafeUrl } from '../../domain/media/public-url.ts'
import { checkWebhookCount, webhookUrl } from '../../domain/webhooks/webhook.ts'
import type { TooManyWebhooks, Webhook, WebhookRules } from '../../domain/webhooks/webhook.ts'
import { isSessionOpen } from '../accounts/sessions/is-session-open.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { SecretWrapping } from '../ports/secrets/secret-wrapping.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import type { WebhookSecrets } from '../ports/webhooks/webhook-secrets.ts'
import { storedSecret } from './stored-secret.ts'

interface CreateWebhookDeps {
  readonly unitOfWork: UnitOfWork
  readonly webhookSecrets: WebhookSecrets
  readonly wrapping: SecretWrapping | null
  readonly webhookRules: WebhookRules
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface CreateWebhookInput extends Pick<Webhook, 'userId' | 'url' | 'description' | 'events' | 'enabled'> {
  readonly sessionId: string
}

interface CreatedWebhook {
  readonly webhook: Webhook
  /** The API shows it now, and another one after a rotation. */
  readonly secret: string
}

/** `unauthenticated`: the session that asks has ended, or the account is closed. */
export type CreateWebhookFailure = UnsafeUrl | TooManyWebhooks | Unauthenticated
export type CreateWebhook = (input: CreateWebhookInput) => Promise<Either<CreateWebhookFailure, CreatedWebhook>>

/** Makes a webhook and its secret. */
export const createWebhook =
  (deps: CreateWebhookDeps): CreateWebhook =>
  async ({ sessionId, ...input }) => {
    const url = webhookUrl(input.url, deps.webhookRules)
    if (isLeft(url)) return url
    const nowMs = deps.clock.now()
    const webhook: Webhook = {
      ...input,
      url: url.right,
      id: deps.ids.next(),
      disabledReason: null,
      deliveredAt: null,
      createdAt: new Date(nowMs),
    }
    const secret = deps.webhookSecrets.make()
    const stored = await storedSecret(deps.wrapping, webhook.id, secret)
    return deps.unitOfWork.transact<CreateWebhookFailure, CreatedWebhook>(async (stores) => {
      // The lock makes concurrent calls count the webhooks one after another.
      const user = await stores.users.lock(input.userId)
      const asks = await isSessionOpen(stores, input.userId, sessionId, nowMs)
      if (!asks || user === null || user.deactivatedAt !== null) return left({ tag: 'unauthenticated' })
      const allowed = checkWebhookCount((await stores.webhooks.listOf(input.userId)).length)
      if (isLeft(allowed)) return allowed
      await stores.webhooks.add(webhook, stored)
      return right({ webhook, secret })
    })
  }
