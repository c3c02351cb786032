import { Webhook } from 'standardwebhooks'
import { openCanary } from './canary-server.ts'

export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
  /** How many signatures came with it. */
  readonly signatures: number
}

export interface WebhookReceiver {
  readonly url: string
  readonly events: ReceivedEvent[]
  /** The secrets by which events are verified; an event that none of them signed is answered with 401. */
  readonly secrets: string[]
  /** How an event with a good signature is answered. */
  status: number
  close(): Promise<void>
}

/** A user's own server on the loopback address, which verifies events by the official library. */
export const openWebhookReceiver = async (port = 0): Promise<WebhookReceiver> => {
  const events: ReceivedEvent[] = []
  const secrets: string[] = []
  const verified = (body: string, headers: Readonly<Record<string, string>>): unknown => {
    for (const secret of secrets) {
      try {
        return new Webhook(secret).verify(body, headers)
      } catch {
        // Another secret may have signed it.
      }
    }
    return null
  }
  const server = await openCanary((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const event = verified(body, headers) as Omit<ReceivedEvent, 'id' | 'signatures'> | null
      if (event !== null) {
        const signatures = headers['webhook-signature']?.split(' ').length ?? 0
        events.push({ ...event, id: headers['webhook-id'] ?? '', signatures })
      }
      response.writeHead(event === null ? 401 : receiver.status).end()
    })
  }, port)
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    events,
    secrets,
    status: 204,
    close: server.close,
  }
  return receiver
}
