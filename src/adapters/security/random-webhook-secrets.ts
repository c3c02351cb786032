import { randomBytes } from 'node:crypto'
import type { WebhookSecrets } from '../../application/ports/webhooks/webhook-secrets.ts'

/** 256 bits; the Standard Webhooks specification asks for 192 to 512. */
const SECRET_BYTES = 32

export const randomWebhookSecrets: WebhookSecrets = {
  make: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
}
