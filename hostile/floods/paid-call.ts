import { randomUUID } from 'node:crypto'
import type { Call } from '../call.ts'

const paidCall = (apiKey: string, path: string, body: object): Call => ({
  method: 'POST',
  path,
  headers: {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: Buffer.from(JSON.stringify(body)),
})

export const imageCall = (apiKey: string, body: object): Call => paidCall(apiKey, '/v1/images/generations', body)

/** As small as a paid call can be. */
export const smallChatCall = (apiKey: string): Call =>
  paidCall(apiKey, '/v1/chat/completions', {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'one of many' }],
  })
