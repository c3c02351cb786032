import type { DisabledReason, Webhook, WebhookChange } from '../../../domain/webhooks/webhook.ts'

/** The secrets of a webhook as they are stored: wrapped, or clear where there is no master key. */
export interface StoredSecrets {
  readonly current: string
  /** The secret before, which signs beside the current one until its moment. */
  readonly previous: { readonly secret: string; readonly until: Date } | null
}

export interface WebhookStore {
  add(webhook: Webhook, secret: string): Promise<void>
  find(id: string): Promise<Webhook | null>
  /** Inside a unit of work: locks the row until the unit ends and returns it. */
  lock(id: string): Promise<Webhook | null>
  /** Null when there is no such webhook. */
  secretsOf(id: string): Promise<StoredSecrets | null>
  replaceSecrets(id: string, secrets: StoredSecrets): Promise<void>
  /** Oldest first. */
  listOf(userId: string): Promise<readonly Webhook[]>
  /** Changes only the given fields. A webhook that is enabled has no reason to be disabled. */
  change(id: string, change: WebhookChange): Promise<void>
  /** Cancels what waits for it, too. Null: its owner has decided so. False where it was disabled before. */
  disable(id: string, reason: DisabledReason | null, at: Date): Promise<boolean>
  /** Notes that its server took a delivery. An earlier moment than the noted one changes nothing. */
  noteDelivered(id: string, at: Date): Promise<void>
  /** Deletes its deliveries too. False when there was no such webhook. */
  delete(id: string): Promise<boolean>
}
