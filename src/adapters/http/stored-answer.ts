import type { BytesAnswer } from './answer.ts'

/** The answer of an idempotent request: the bytes of the first time, marked when this is not the first time. */
export const storedAnswer = (stored: {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  readonly replayed: boolean
}): BytesAnswer => ({
  tag: 'bytes',
  status: stored.status,
  contentType: stored.contentType,
  body: stored.body,
  headers: stored.replayed ? { 'idempotency-replayed': 'true' } : {},
})
