import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { validateAs } from './codecs.ts'
import { withSchemaOf } from './with-schema.ts'

/** Objects whose fields io-ts knows by name. */
type WithFields = t.InterfaceType<t.Props> | t.PartialType<t.Props> | t.IntersectionType<WithFields[]>

const fieldsOf = (codec: WithFields): readonly string[] =>
  codec._tag === 'IntersectionType' ? codec.types.flatMap(fieldsOf) : Object.keys(codec.props)

/**
 * The object without the fields that the codec does not name. They are ignored on the account interface, so they must
 * not make a repeated request another one either.
 */
export const onlyKnown = <A extends object>(codec: t.Type<A, unknown, unknown>): t.Type<A, unknown, unknown> => {
  const known = new Set(fieldsOf(codec as unknown as WithFields))
  return withSchemaOf(
    new t.Type(
      codec.name,
      codec.is,
      (input, context) => {
        const read = validateAs(codec, input, context)
        if (isLeft(read)) return read
        const fields = Object.entries(read.right)
        return fields.every(([name]) => known.has(name))
          ? read
          : t.success(Object.fromEntries(fields.filter(([name]) => known.has(name))) as A)
      },
      t.identity,
    ),
    codec,
    {},
  )
}
