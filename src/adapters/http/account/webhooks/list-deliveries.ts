import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListDeliveries } from '../../../../application/webhooks/list-deliveries.ts'
import { nullish } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { deliveryListBody, writeDelivery } from './delivery-wire.ts'
import { webhookParams } from './webhook-wire.ts'

const cursors = idCursor('d')

export const listDeliveriesEndpoint = (listDeliveries: ListDeliveries): Endpoint =>
  endpoint({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/me/webhooks/:webhook_id/deliveries',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'List the deliveries to a webhook, newest first',
    params: webhookParams,
    query: t.type({ limit: pageLimit(), cursor: nullish(t.string) }),
    success: {
      status: 200,
      description: 'One page. Deliveries are kept for 30 days after they ended.',
      body: deliveryListBody,
    },
    failures: ['not_found', 'invalid_cursor'],
    handle: async ({ params, query: { limit, cursor } }, { userId }) => {
      const before = typeof cursor === 'string' ? cursors.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listDeliveries({ userId, webhookId: params.webhook_id, before: before.right, limit })
      if (isLeft(page)) return page
      return right(json(200, cursorPage(page.right, cursors, writeDelivery)))
    },
  })
