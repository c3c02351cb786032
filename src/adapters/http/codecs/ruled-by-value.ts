import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { validateAs } from './codecs.ts'
import { withSchemaOf } from './with-schema.ts'

/**
 * Objects that must have more than the fields common to all, by what they are. `ruleOf` names the codec of that more,
 * or null if there is none; other fields stay.
 */
export const ruledByValue = <A>(
  fields: t.Type<A, unknown, unknown>,
  ruleOf: (value: A) => t.Mixed | null,
): t.Type<A, unknown, unknown> =>
  withSchemaOf(
    new t.Type(
      fields.name,
      fields.is,
      (input, context) => {
        const read = validateAs(fields, input, context)
        if (isLeft(read)) return read
        const rule = ruleOf(read.right)
        if (rule === null) return read
        const ruled = validateAs(rule, input, context)
        return isLeft(ruled) ? ruled : read
      },
      t.identity,
    ),
    fields,
    {},
  )
