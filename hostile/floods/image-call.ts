import { randomUUID } from 'node:crypto'
import type { Call } from '../call.ts'

export const imageCall = (apiKey: string, body: object): Call => ({
  method: 'POST',
  path: '/v1/images/generations',
  headers: {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: Buffer.from(JSON.stringify(body)),
})
