import type { StoredSecrets, WebhookStore } from '../../../src/application/ports/webhooks/webhook-store.ts'
import type { Webhook } from '../../../src/domain/webhooks/webhook.ts'
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts'

export interface KeptWebhook {
  readonly webhook: Webhook
  readonly secrets: StoredSecrets
}

export const memoryWebhooks = (
  kept: Map<string, KeptWebhook> = new Map(),
  deliveries: Map<string, Delivery> = new Map(),
): WebhookStore => {
  const change = (id: string, changes: Partial<Webhook>): void => {
    const found = kept.get(id)
    if (found !== undefined) kept.set(id, { ...found, webhook: { ...found.webhook, ...changes } })
  }
  const find = async (id: string): Promise<Webhook | null> => kept.get(id)?.webhook ?? null
  return {
    add: async (webhook, secret) => {
      kept.set(webhook.id, { webhook, secrets: { current: secret, previous: null } })
    },
    find,
    lock: find,
    secretsOf: async (id) => kept.get(id)?.secrets ?? null,
    replaceSecrets: async (id, secrets) => {
      const found = kept.get(id)
      if (found !== undefined) kept.set(id, { ...found, secrets })
    },
    listOf: async (userId) =>
      [...kept.values()]
        .map(({ webhook }) => webhook)
        .filter((webhook) => webhook.userId === userId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    change: async (id, changes) =>
      change(id, { ...changes, ...(changes.enabled === undefined ? {} : { disabledReason: null }) }),
    disable: async (id, reason, at) => {
      const wasEnabled = kept.get(id)?.webhook.enabled === true
      if (wasEnabled) change(id, { enabled: false, disabledReason: reason })
      for (const each of deliveries.values()) {
        if (each.webhookId === id && each.endedAt === null)
          deliveries.set(each.id, { ...each, outcome: 'canceled', endedAt: at })
      }
      return wasEnabled
    },
    noteDelivered: async (id, at) => {
      const before = kept.get(id)?.webhook.deliveredAt ?? null
      if (before === null || before < at) change(id, { deliveredAt: at })
    },
    delete: async (id) => {
      for (const { id: each, webhookId } of deliveries.values()) if (webhookId === id) deliveries.delete(each)
      return kept.delete(id)
    },
  }
}
