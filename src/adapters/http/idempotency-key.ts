import * as t from 'io-ts'
import { text } from './codecs.ts'
import { isStorableText } from './well-formed.ts'

const key = text(
  'a string of 1 to 255 characters',
  (value) => value !== '' && value.length <= 255 && isStorableText(value),
)

/** The header the token-charging endpoints and top-ups require (contract 8). */
export const requiredIdempotencyKey = t.type({ 'idempotency-key': key })
