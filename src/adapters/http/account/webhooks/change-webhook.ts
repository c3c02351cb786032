import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChangeWebhook } from '../../../../application/webhooks/change-webhook.ts'
import type { WebhookChange } from '../../../../domain/webhooks/webhook.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { urlProblem, webhookBody, webhookFields, webhookParams, writeWebhook } from './webhook-wire.ts'

/** Absent leaves a field, null clears it; an address cannot be cleared. */
const body = t.type(
  {
    url: t.union([webhookFields.url, t.undefined], webhookFields.url.name),
    description: webhookFields.description,
    events: webhookFields.events,
    enabled: t.union([t.boolean, t.undefined], 'a boolean'),
  },
  'WebhookUpdateRequest',
)

const changeOf = ({ url, description, events, enabled }: t.TypeOf<typeof body>): WebhookChange => ({
  ...(url === undefined ? {} : { url }),
  ...(description === undefined ? {} : { description }),
  ...(events === undefined ? {} : { events }),
  ...(enabled === undefined ? {} : { enabled }),
})

export const changeWebhookEndpoint = (changeWebhook: ChangeWebhook): Endpoint =>
  endpoint({
    id: 'changeWebhook',
    securityEvent: 'webhook_change',
    method: 'PATCH',
    path: '/v1/me/webhooks/:webhook_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'Change, enable or disable a webhook',
    params: webhookParams,
    body,
    success: {
      status: 200,
      description: 'The webhook as it is now. What waits for a webhook that is disabled is canceled.',
      body: webhookBody,
    },
    failures: ['not_found'],
    handle: async (call, { userId, sessionId }) => {
      const change = changeOf(call.body)
      const changed = await changeWebhook({ userId, sessionId, webhookId: call.params.webhook_id, change })
      if (isLeft(changed)) return left(changed.left.tag === 'unsafe_url' ? urlProblem(changed.left) : changed.left)
      return right(json(200, writeWebhook(changed.right)))
    },
  })
