import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RecordedResult } from '../../../domain/limits/idempotency.ts'
import { isStorableText } from '../../../domain/storable-text.ts'
import { nullish, text } from '../codecs/codecs.ts'
import { JSON_TYPE, jsonText } from '../sending/http-response.ts'
import type { BytesResponse, JsonTextResponse } from '../sending/http-response.ts'

const key = text(
  'a string of 1 to 255 characters',
  (value) => value !== '' && value.length <= 255 && isStorableText(value),
  { minLength: 1, maxLength: 255, examples: ['0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b'] },
)

/** The header the token-charging endpoints and top-ups require (contract 8). */
export const requiredIdempotencyKey = t.type({ 'idempotency-key': key })

/** The header as paid gateway endpoints know it: honoured if it is sent (contract 9). */
export const optionalIdempotencyKey = t.partial({ 'idempotency-key': nullish(key) })

export type OptionalIdempotencyKey = t.TypeOf<typeof optionalIdempotencyKey>

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

/** A JSON response with the bytes that leave and that are recorded. */
export const jsonBytes = ({ text: written, ...head }: JsonTextResponse): BytesResponse => ({
  ...head,
  tag: 'bytes',
  contentType: JSON_TYPE,
  body: new TextEncoder().encode(written),
})

/** A JSON response as it is recorded. */
export const encodeJson = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): RecordedResult =>
  encodeResponse(jsonBytes(jsonText({ tag: 'json', status, body, headers })))

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
