import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { NullishType } from './codecs.ts'

/** Fields that `nullish` made: what is absent is read as absent. */
type NullishFields = Readonly<Record<string, t.Mixed & Pick<NullishType<unknown>, '_tag'>>>

/**
 * An object that may lack any of these fields, as `t.partial` reads it. Only what was sent is looked at: a request has
 * few of the many fields that it may have.
 */
export const nullishFields = <P extends NullishFields>(props: P, name?: string): t.PartialC<P> => {
  const { name: ownName, is, encode } = t.partial(props, name)
  const known = Object.entries<t.Mixed>(props)
  const validate = (input: unknown, context: t.Context): t.Validation<t.TypeOfPartialProps<P>> => {
    const record = t.UnknownRecord.validate(input, context)
    if (isLeft(record)) return record
    const sent = record.right
    const errors: t.ValidationError[] = []
    let changed: Record<string, unknown> | null = null
    for (const [field, codec] of known) {
      const value = sent[field]
      if (value === undefined) continue
      const result: t.Validation<unknown> = codec.validate(value, t.appendContext(context, field, codec, value))
      if (isLeft(result)) for (const error of result.left) errors.push(error)
      else if (result.right !== value) {
        // An unchanged object stays the same one, because io-ts copies every object that holds a changed one.
        changed ??= { ...sent }
        changed[field] = result.right
      }
    }
    return errors.length > 0 ? t.failures(errors) : t.success(changed ?? sent)
  }
  return new t.PartialType(ownName, is, validate, encode, props)
}
