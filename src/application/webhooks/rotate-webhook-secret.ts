import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { previousUntil } from '../../domain/webhooks/webhook.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { SecretWrapping } from '../ports/secrets/secret-wrapping.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import type { WebhookSecrets } from '../ports/webhooks/webhook-secrets.ts'
import { lockOwnWebhook } from './own-webhook.ts'
import type { OwnWebhook, WebhookNotFound } from './own-webhook.ts'
import { storedSecret } from './stored-secret.ts'

interface RotateWebhookSecretDeps {
  readonly unitOfWork: UnitOfWork
  readonly webhookSecrets: WebhookSecrets
  readonly wrapping: SecretWrapping | null
  readonly clock: Clock
}

interface RotatedSecret {
  readonly secret: string
  /** Until then the secret before this one signs too. */
  readonly previousUntil: Date
}

export type RotateWebhookSecret = (own: OwnWebhook) => Promise<Either<WebhookNotFound, RotatedSecret>>

/** Gives a webhook of the caller a new secret. A secret that was replaced before signs no longer. */
export const rotateWebhookSecret =
  (deps: RotateWebhookSecretDeps): RotateWebhookSecret =>
  async (own) => {
    const secret = deps.webhookSecrets.make()
    const stored = await storedSecret(deps.wrapping, own.webhookId, secret)
    const until = previousUntil(deps.clock.now())
    return deps.unitOfWork.transact<WebhookNotFound, RotatedSecret>(async (stores) => {
      const webhook = await lockOwnWebhook(stores, own)
      const before = webhook === null ? null : await stores.webhooks.secretsOf(webhook.id)
      if (before === null) return left({ tag: 'not_found' })
      const previous = { secret: before.current, until }
      await stores.webhooks.replaceSecrets(own.webhookId, { current: stored, previous })
      return right({ secret, previousUntil: until })
    })
  }
