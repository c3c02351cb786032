import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { TestWebhook } from '../../../../application/webhooks/test-webhook.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { deliveryBody, writeDelivery } from './delivery-wire.ts'
import { webhookParams } from './webhook-wire.ts'

export const testWebhookEndpoint = (testWebhook: TestWebhook): Endpoint =>
  endpoint({
    id: 'testWebhook',
    method: 'POST',
    path: '/v1/me/webhooks/:webhook_id/test',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'Send a test event to a webhook',
    params: webhookParams,
    success: {
      status: 202,
      description: 'The delivery of a `webhook.test` event, which is sent within seconds.',
      body: deliveryBody,
    },
    failures: ['not_found', 'webhook_disabled'],
    handle: async ({ params }, { userId }) => {
      const queued = await testWebhook({ userId, webhookId: params.webhook_id })
      return isLeft(queued) ? queued : right(json(202, writeDelivery(queued.right)))
    },
  })
