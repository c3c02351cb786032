import * as t from 'io-ts'
import { nullish, text } from './codecs.ts'
import { isStorableText } from './body/well-formed.ts'

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
