import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

type Fields<R extends t.Props, O extends t.Props> = t.TypeOfProps<R> & t.TypeOfPartialProps<O>

const errorsOf = (validation: t.Validation<unknown>): t.Errors => (isLeft(validation) ? validation.left : [])

const withArticle = (name: string): string => {
  if (name.startsWith('limits ')) return name
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

/**
 * A record that knows all its fields: an unknown one is an error, because in a price list a misspelt
 * optional field would silently mean its default. All its errors are listed at once.
 */
export const strictRecord = <R extends t.Props, O extends t.Props>(
  name: string,
  required: R,
  optional: O,
): t.Type<Fields<R, O>> => {
  const needed = t.type(required)
  const allowed = t.partial(optional)
  const fields = t.intersection([needed, allowed])
  const known = new Set([...Object.keys(required), ...Object.keys(optional)])
  const unknownFields = (record: object, context: t.Context): t.Errors =>
    Object.keys(record)
      .filter((key) => !known.has(key))
      .map((key) => ({
        value: key,
        context: [...context, { key, type: t.never }],
        message: `is not a field of ${withArticle(name)}, which knows ${[...known].join(', ')}`,
      }))
  return new t.Type(
    withArticle(name),
    fields.is,
    (input, context) => {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) return t.failure(input, context)
      const errors = [
        ...errorsOf(needed.validate(input, context)),
        ...errorsOf(allowed.validate(input, context)),
        ...unknownFields(input, context),
      ]
      // The two halves decode separately so that their errors do; the whole then gives the value.
      return errors.length > 0 ? t.failures(errors) : fields.validate(input, context)
    },
    t.identity,
  )
}
