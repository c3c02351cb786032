import * as t from 'io-ts'

/**
 * A union whose members differ in the value of one field. A problem of a record is reported for the member that the
 * field names, and not for every member there is.
 */
export const byField = <M extends Readonly<Record<string, t.Mixed>>>(
  field: string,
  members: M,
): t.Type<t.TypeOf<M[keyof M]>> => {
  const words = Object.keys(members)
  const expected = new t.Type<string>(
    `one of ${words.join(', ')}`,
    (value): value is string => words.some((word) => word === value),
    (input, context) => t.failure(input, context),
    t.identity,
  )
  const memberOf = (input: unknown): t.Mixed | undefined => {
    const word: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined
    return typeof word === 'string' && Object.hasOwn(members, word) ? members[word] : undefined
  }
  return new t.Type<t.TypeOf<M[keyof M]>>(
    `a record with a ${field}`,
    (value): value is t.TypeOf<M[keyof M]> => memberOf(value)?.is(value) === true,
    (input, context) => {
      const member = memberOf(input)
      if (member !== undefined) return member.validate(input, context) as t.Validation<t.TypeOf<M[keyof M]>>
      if (typeof input !== 'object' || input === null) return t.failure(input, context)
      const word: unknown = Reflect.get(input, field)
      return t.failure(word, [...context, { key: field, type: expected, actual: word }])
    },
    t.identity,
  )
}
