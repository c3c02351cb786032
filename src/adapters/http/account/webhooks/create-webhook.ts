import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CreateWebhook, CreateWebhookFailure } from '../../../../application/webhooks/create-webhook.ts'
import type { Unauthenticated } from '../../../../domain/identity/signed-token.ts'
import { defaulted } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { createdWebhookBody, urlProblem, webhookFields, writeWebhook } from './webhook-wire.ts'

const failureOf = (failure: CreateWebhookFailure): ValidationError | Unauthenticated => {
  switch (failure.tag) {
    case 'unsafe_url':
      return urlProblem(failure)
    case 'too_many_webhooks': {
      const message = `You have ${failure.most} webhooks; delete one to make another.`
      return problemIn('body', [], message, failure.tag)
    }
    case 'unauthenticated':
      return failure
  }
}

export const createWebhookEndpoint = (createWebhook: CreateWebhook): Endpoint =>
  endpoint({
    id: 'createWebhook',
    securityEvent: 'webhook_creation',
    method: 'POST',
    path: '/v1/me/webhooks',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'Make a webhook',
    body: t.type({ ...webhookFields, enabled: defaulted(t.boolean, true) }, 'WebhookCreateRequest'),
    success: { status: 201, description: 'The webhook, with its secret.', body: createdWebhookBody },
    failures: [],
    handle: async ({ body: { url, description, events, enabled } }, { userId, sessionId }) => {
      const created = await createWebhook({
        userId,
        sessionId,
        url,
        description: description ?? null,
        events: events ?? null,
        enabled,
      })
      if (isLeft(created)) return left(failureOf(created.left))
      const { webhook, secret } = created.right
      return right(json(201, { ...writeWebhook(webhook), secret }))
    },
  })
