import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { DeleteWebhook } from '../../../../application/webhooks/delete-webhook.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { webhookParams } from './webhook-wire.ts'

export const deleteWebhookEndpoint = (deleteWebhook: DeleteWebhook): Endpoint =>
  endpoint({
    id: 'deleteWebhook',
    securityEvent: 'webhook_deletion',
    method: 'DELETE',
    path: '/v1/me/webhooks/:webhook_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'Delete a webhook and its deliveries',
    params: webhookParams,
    success: { status: 204, description: 'No event goes to its address any more.' },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const deleted = await deleteWebhook({ userId, webhookId: params.webhook_id })
      return isLeft(deleted) ? deleted : right(noContent)
    },
  })
