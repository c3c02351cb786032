import type { Stores } from '../ports/transaction/stores.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'

export type WebhookNotFound = { readonly tag: 'not_found' }

/** A webhook as its owner names it. */
export interface OwnWebhook {
  readonly userId: string
  readonly webhookId: string
}

/** The webhook, if it is the user's own; to another user it does not exist. Locked until the unit of work ends. */
export const lockOwnWebhook = async (
  { webhooks }: Pick<Stores, 'webhooks'>,
  { userId, webhookId }: OwnWebhook,
): Promise<Webhook | null> => {
  const webhook = await webhooks.lock(webhookId)
  return webhook !== null && webhook.userId === userId ? webhook : null
}
