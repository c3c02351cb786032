import type { OutgoingWebhook, WebhookSender } from '../../../src/application/ports/webhooks/webhook-sender.ts'
import type { AttemptResult } from '../../../src/domain/webhooks/delivery.ts'

interface ScriptedSender extends WebhookSender {
  readonly sent: OutgoingWebhook[]
  /** What the server does from now on. */
  answer: AttemptResult
  /** When this one answers, and how; null: at once, as all do. */
  delay: (webhook: OutgoingWebhook) => Promise<AttemptResult> | null
}

/** A server of a user that does as the test says. */
export const scriptedSender = (): ScriptedSender => {
  const sent: OutgoingWebhook[] = []
  const sender: ScriptedSender = {
    sent,
    answer: { tag: 'answered', status: 200 },
    delay: () => null,
    send: async (webhook) => {
      sent.push(webhook)
      return (await sender.delay(webhook)) ?? sender.answer
    },
  }
  return sender
}
