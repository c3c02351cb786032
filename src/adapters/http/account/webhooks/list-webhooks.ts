import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListWebhooks } from '../../../../application/webhooks/list-webhooks.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { webhookBody, writeWebhook } from './webhook-wire.ts'

export const listWebhooksEndpoint = (listWebhooks: ListWebhooks): Endpoint =>
  endpoint({
    id: 'listWebhooks',
    method: 'GET',
    path: '/v1/me/webhooks',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'List your webhooks, oldest first',
    success: { status: 200, description: 'All webhooks of the account.', body: t.array(webhookBody) },
    failures: [],
    handle: async (_, { userId }) => right(json(200, (await listWebhooks(userId)).map(writeWebhook))),
  })
