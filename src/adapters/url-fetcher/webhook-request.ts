import { createHmac } from 'node:crypto'
import type { OutgoingWebhook } from '../../application/ports/webhooks/webhook-sender.ts'

const SECRET_PREFIX = /^whsec_/

const signature = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An event in the wire of the Standard Webhooks specification 1.0.0, signed with every secret that is valid now. */
export const webhookRequest = ({ eventId, kind, data, occurredAt, at, secrets }: OutgoingWebhook): WebhookRequest => {
  const body = JSON.stringify({ type: kind, timestamp: occurredAt.toISOString(), data })
  const timestamp = Math.floor(at.getTime() / 1000)
  const signed = `${eventId}.${timestamp}.${body}`
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'model-gateway',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
    },
  }
}
