import * as t from 'io-ts'
import { secondsOf, secondsOrNull } from '../../../../domain/time-units.ts'
import { EVENT_KINDS } from '../../../../domain/webhooks/account-event.ts'
import type { Delivery } from '../../../../domain/webhooks/delivery.ts'
import { count, unixTime } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'

const momentOrNull = t.union([unixTime, t.null])

export const deliveryBody = t.type(
  {
    id: t.string,
    event_id: t.string,
    type: wordOf([...EVENT_KINDS, 'webhook.test']),
    data: t.UnknownRecord,
    status: wordOf(['waiting', 'delivered', 'failed', 'canceled']),
    attempts: count,
    last_status: t.union([count, t.null]),
    last_error: t.union([t.string, t.null]),
    last_attempt_at: momentOrNull,
    next_attempt_at: momentOrNull,
    occurred_at: unixTime,
    created_at: unixTime,
    ended_at: momentOrNull,
  },
  'WebhookDeliveryResponse',
)

export const deliveryListBody = t.type(
  { data: t.array(deliveryBody), next_cursor: t.union([t.string, t.null]) },
  'WebhookDeliveryListResponse',
)

export const writeDelivery = (delivery: Delivery): t.TypeOf<typeof deliveryBody> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.kind,
  data: delivery.data,
  status: delivery.outcome ?? 'waiting',
  attempts: delivery.attempts,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  last_attempt_at: secondsOrNull(delivery.lastAttemptAt),
  next_attempt_at: delivery.endedAt === null ? secondsOf(delivery.nextAttemptAt) : null,
  occurred_at: secondsOf(delivery.occurredAt),
  created_at: secondsOf(delivery.createdAt),
  ended_at: secondsOrNull(delivery.endedAt),
})
