import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import type { RotateWebhookSecret } from '../../../../application/webhooks/rotate-webhook-secret.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { webhookParams } from './webhook-wire.ts'

export const rotateWebhookSecretEndpoint = (rotateWebhookSecret: RotateWebhookSecret): Endpoint =>
  endpoint({
    id: 'rotateWebhookSecret',
    securityEvent: 'webhook_change',
    method: 'POST',
    path: '/v1/me/webhooks/:webhook_id/rotate-secret',
    surface: accountSurface,
    auth: 'session',
    group: 'Webhooks',
    summary: 'Give a webhook a new secret',
    params: webhookParams,
    success: {
      status: 200,
      description: 'The new secret. For 24 hours the one before it signs too, as a second signature.',
      body: t.type({ secret: t.string, previous_valid_until: unixTime }, 'WebhookSecretResponse'),
    },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const rotated = await rotateWebhookSecret({ userId, webhookId: params.webhook_id })
      if (isLeft(rotated)) return rotated
      const { secret, previousUntil } = rotated.right
      const answer = { secret, previous_valid_until: secondsOf(previousUntil) }
      return right(json(200, answer))
    },
  })
