import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Redeliver } from '../../../../application/webhooks/redeliver.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { deliveryBody, writeDelivery } from './delivery-wire.ts'

export const redeliverEndpoint = (redeliver: Redeliver): Endpoint =>
  endpoint({
    id: 'redeliverWebhook',
    method: 'POST',
    path: '/v1/me/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'Send the event of a delivery again',
    params: t.type({ webhook_id: uuid, delivery_id: uuid }),
    success: {
      status: 202,
      description:
        'A delivery that waits is sent at once; of one that ended this is a new delivery. The event keeps its id.',
      body: deliveryBody,
    },
    failures: ['not_found', 'webhook_disabled'],
    handle: async ({ params: { webhook_id: webhookId, delivery_id: deliveryId } }, { userId }) => {
      const queued = await redeliver({ userId, webhookId, deliveryId })
      return isLeft(queued) ? queued : right(json(202, writeDelivery(queued.right)))
    },
  })
