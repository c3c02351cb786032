import type { Webhook } from '../../domain/webhooks/webhook.ts'
import type { WebhookStore } from '../ports/webhooks/webhook-store.ts'

export type ListWebhooks = (userId: string) => Promise<readonly Webhook[]>

/** The caller's webhooks, oldest first. */
export const listWebhooks =
  ({ webhooks }: { readonly webhooks: Pick<WebhookStore, 'listOf'> }): ListWebhooks =>
  (userId) =>
    webhooks.listOf(userId)
