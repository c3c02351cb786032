import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseMicro } from '../../../../domain/money/decimal.ts'
import { text } from '../codecs.ts'
import { withSchema } from '../with-schema.ts'
import type { JsonSchema } from '../with-schema.ts'

/** How money is written (contract 1). */
const AMOUNT_SCHEMA = {
  type: 'string',
  pattern: String.raw`^-?\d+(\.\d{1,6})?$`,
  description: 'A decimal amount.',
  examples: ['100.00'],
}

/** Money in an answer. */
export const amountText: t.Type<string> = withSchema(
  text('a decimal amount', () => true),
  AMOUNT_SCHEMA,
)

/** A minus, twelve digits, a point and six more. */
const MAX_AMOUNT_CHARACTERS = 20

/** A decimal string read as micro-units. */
export const decimalAmount: t.Type<bigint, string, unknown> = withSchema(
  new t.Type(
    'a decimal string with at most six fractional digits',
    (input): input is bigint => typeof input === 'bigint',
    (input, context) => {
      if (typeof input !== 'string') return t.failure(input, context)
      const micro = parseMicro(input)
      return isRight(micro) ? t.success(micro.right) : t.failure(input, context)
    },
    String,
  ),
  { ...AMOUNT_SCHEMA, maxLength: MAX_AMOUNT_CHARACTERS },
)

/** A decimal amount that a rule admits, as micro-units. `message` completes "… must be". */
export const amountWhere = (
  message: string,
  isAdmitted: (micro: bigint) => boolean,
  schema: JsonSchema,
): t.Type<bigint, string, unknown> =>
  withSchema(
    new t.Type(
      message,
      decimalAmount.is,
      (input, context) => {
        const amount = decimalAmount.validate(input, context)
        return isRight(amount) && isAdmitted(amount.right) ? amount : t.failure(input, context)
      },
      decimalAmount.encode,
    ),
    { type: 'string', maxLength: MAX_AMOUNT_CHARACTERS, ...schema },
  )

export const isPositive = (micro: bigint): boolean => micro > 0n

/** A rouble amount of a limit, as micro-units. */
export const positiveRoubles = amountWhere(
  'a decimal string of roubles above 0 with at most six fractional digits',
  isPositive,
  { examples: ['500.00'] },
)
