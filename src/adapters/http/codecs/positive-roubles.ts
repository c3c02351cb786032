import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decimalAmount } from './codecs.ts'
import { withSchema } from './with-schema.ts'

const POSITIVE = 'a decimal string of roubles above 0 with at most six fractional digits'

/** A rouble amount of a limit, as micro-units. */
export const positiveRoubles: t.Type<bigint, string, unknown> = withSchema(
  new t.Type(
    POSITIVE,
    decimalAmount.is,
    (input, context) => {
      const amount = decimalAmount.validate(input, context)
      return isRight(amount) && amount.right > 0n ? amount : t.failure(input, context)
    },
    decimalAmount.encode,
  ),
  { type: 'string', maxLength: 20, examples: ['500.00'] },
)
