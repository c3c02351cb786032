import type { Answer } from '../../domain/limits/idempotency.ts'
import { type BytesAnswer, JSON_TYPE } from './answer.ts'

/** An answer as it is recorded under an Idempotency-Key: the bytes that every repetition gets. */
export const renderJson = (status: number, body: unknown): Answer => ({
  status,
  contentType: JSON_TYPE,
  body: new TextEncoder().encode(JSON.stringify(body)),
})

/** How the document tells of it. */
export const REPEAT_HEADERS = { 'idempotency-replayed': '`true` on the answer to a repeat.' } as const

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
