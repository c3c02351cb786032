import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { lockOwnWebhook } from './own-webhook.ts'
import type { OwnWebhook, WebhookNotFound } from './own-webhook.ts'

export type DeleteWebhook = (own: OwnWebhook) => Promise<Either<WebhookNotFound, null>>

/** Deletes a webhook of the caller, its secrets and its deliveries. */
export const deleteWebhook =
  ({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): DeleteWebhook =>
  (own) =>
    unitOfWork.transact<WebhookNotFound, null>(async (stores) => {
      const webhook = await lockOwnWebhook(stores, own)
      if (webhook === null) return left({ tag: 'not_found' })
      await stores.webhooks.delete(webhook.id)
      return right(null)
    })
