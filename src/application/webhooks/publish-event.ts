import type { AccountEvent, EventKind } from '../../domain/webhooks/account-event.ts'
import { wantsEvent } from '../../domain/webhooks/webhook.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { Stores } from '../ports/transaction/stores.ts'

/**
 * Inside the unit of work of what happened: queues the event for each webhook of the user that wants it, so that
 * neither exists without the other.
 */
export const publishEvent = async (
  { ids }: { readonly ids: IdGenerator },
  { webhooks, deliveries }: Pick<Stores, 'webhooks' | 'deliveries'>,
  userId: string,
  { kind, at, data }: AccountEvent<EventKind>,
): Promise<void> => {
  const eventId = ids.next()
  for (const webhook of await webhooks.listOf(userId)) {
    if (!wantsEvent(webhook, kind)) continue
    const delivery = { id: ids.next(), webhookId: webhook.id, eventId, kind, data, occurredAt: at, createdAt: at }
    await deliveries.enqueue(delivery)
  }
}
