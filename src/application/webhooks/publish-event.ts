import type { AccountEvent, EventKind } from '../../domain/webhooks/account-event.ts'
import { wantsEvent } from '../../domain/webhooks/webhook.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { Stores } from '../ports/transaction/stores.ts'
import { hasCausedEnough } from './has-caused-enough.ts'

/** Whether money moved, or the owner changed what is watched. */
export type EventCause = 'money' | 'change_of_owner'

/**
 * Inside the unit of work of what happened: queues the event for each webhook of the user that wants it, so that
 * neither exists without the other. What the owner causes by a change of its own could be repeated for ever at no cost,
 * so a webhook gets no more of it where its owner has caused enough within a day.
 */
export const publishEvent = async (
  { ids }: { readonly ids: IdGenerator },
  { webhooks, deliveries }: Pick<Stores, 'webhooks' | 'deliveries'>,
  userId: string,
  { kind, at, data }: AccountEvent<EventKind>,
  cause: EventCause,
): Promise<void> => {
  const eventId = ids.next()
  for (const webhook of await webhooks.listOf(userId)) {
    if (!wantsEvent(webhook, kind)) continue
    const isByHand = cause === 'change_of_owner'
    if (isByHand && (await hasCausedEnough(deliveries, webhook.id, at))) continue
    const delivery = { id: ids.next(), webhookId: webhook.id, eventId, kind, data, occurredAt: at, createdAt: at }
    await deliveries.enqueue({ ...delivery, isByHand })
  }
}
