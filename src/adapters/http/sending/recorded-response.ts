import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RecordedResult } from '../../../domain/limits/idempotency.ts'
import { JSON_TYPE } from './http-response.ts'
import type { BytesResponse } from './http-response.ts'

/** The facts of a recorded response. Migration 0061 gives the same form to what earlier releases recorded. */
const responseFacts = t.intersection([
  t.type({ status: t.Int, contentType: t.string }),
  t.partial({ headers: t.record(t.string, t.string) }),
])

/** How a response is recorded under an Idempotency-Key. `decodeResponse` gives the same bytes again. */
export const encodeResponse = ({
  status,
  contentType,
  headers,
  body,
}: Pick<BytesResponse, 'status' | 'contentType' | 'headers' | 'body'>): RecordedResult => ({
  facts: { status, contentType, ...(headers === undefined ? {} : { headers }) },
  body,
})

/** A JSON response as it is recorded. */
export const encodeJson = (status: number, body: unknown): RecordedResult =>
  encodeResponse({ status, contentType: JSON_TYPE, body: new TextEncoder().encode(JSON.stringify(body)) })

/** How the OpenAPI document describes a replay. */
export const REPLAY_HEADERS = { 'idempotency-replayed': '`true` on the answer to a repeat.' } as const

/** The response that was recorded, to the last byte; a header marks it when an earlier request was executed for it. */
export const decodeResponse = ({ facts, body }: RecordedResult, replayed: boolean): BytesResponse => {
  const decoded = responseFacts.decode(facts)
  if (isLeft(decoded)) throw new Error('what is recorded under this key is no response')
  const { status, contentType, headers } = decoded.right
  const marked = replayed ? { ...headers, 'idempotency-replayed': 'true' } : (headers ?? {})
  return { tag: 'bytes', status, contentType, body, headers: marked }
}
