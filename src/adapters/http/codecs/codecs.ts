import { isRight } from 'fp-ts/lib/Either.js'
import { LARGEST_REQUEST } from '../../../domain/largest-request.ts'
import { isUuid, uuidOf } from '../../../domain/uuid.ts'
import { withSchema, withSchemaOf } from './with-schema.ts'
import type { JsonSchema } from './with-schema.ts'
import * as t from 'io-ts'

/** An optional field: absent and `null` both mean absent (contract 1). */
export class NullishType<A> extends t.Type<A | null | undefined, unknown, unknown> {
  readonly _tag = 'NullishType' as const
  readonly codec: t.Type<A, unknown, unknown>

  constructor(codec: t.Type<A, unknown, unknown>) {
    super(
      codec.name,
      (input): input is A | null | undefined => input === null || input === undefined || codec.is(input),
      (input, context) => (input === null || input === undefined ? t.success(input) : codec.validate(input, context)),
      t.identity,
    )
    this.codec = codec
  }
}

/** An optional field that is read as `fallback` where it is absent. */
export class DefaultedType<A> extends t.Type<A, unknown, unknown> {
  readonly _tag = 'DefaultedType' as const
  readonly codec: t.Type<A, unknown, unknown>
  readonly fallback: A

  constructor(codec: t.Type<A, unknown, unknown>, fallback: A) {
    super(
      codec.name,
      codec.is,
      (input, context) =>
        input === null || input === undefined ? t.success(fallback) : codec.validate(input, context),
      t.identity,
    )
    this.codec = codec
    this.fallback = fallback
  }
}

/** `codec`, or `fallback` for an absent field, which the document then shows as the default. */
export const defaulted = <A>(codec: t.Type<A, unknown, unknown>, fallback: A): DefaultedType<A> =>
  new DefaultedType(codec, fallback)

/** `codec` or nothing. One class and not a union, so that an absent field costs one comparison. */
export const nullish = <A>(codec: t.Type<A, unknown, unknown>): NullishType<A> => new NullishType(codec)

/** The codec, or null. */
export const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

/**
 * Reads a value by `codec` where a codec of our own has chosen it: the place becomes one of `codec`, so that problems
 * name its fields and no index of a member.
 */
export const validateAs = <A>(
  codec: t.Type<A, unknown, unknown>,
  input: unknown,
  context: t.Context,
): t.Validation<A> =>
  codec.validate(
    input,
    context.map((entry, at) => (at === context.length - 1 ? { ...entry, type: codec } : entry)),
  )

/** The values that fit, as they are. `message` completes "… must be" and is what the client reads. */
export const fitting = <A>(message: string, fits: (input: unknown) => input is A, schema: JsonSchema): t.Type<A> =>
  withSchema(
    new t.Type(
      message,
      fits,
      (input, context) => (fits(input) ? t.success(input) : t.failure(input, context)),
      t.identity,
    ),
    schema,
  )

/**
 * A string with a rule. `message` completes "… must be" and is what the client reads.
 * The rule sees only well-formed text: a NUL or half a surrogate pair never reaches a codec.
 */
export const text = (message: string, rule: (value: string) => boolean, schema: JsonSchema = {}): t.Type<string> =>
  fitting(message, (input): input is string => typeof input === 'string' && rule(input), { type: 'string', ...schema })

/** Length in Unicode code points (contract 1). */
const codePoints = (value: string): number => {
  let count = 0
  for (const _ of value) count += 1
  return count
}

export const textOfLength = (least: number, most: number): t.Type<string> =>
  text(
    `a string of ${least} to ${most} characters`,
    (value) => {
      if (value.length > most * 2) return false
      // A code point is one or two code units, so most strings need no count.
      if (value.length <= most && value.length >= least * 2) return true
      const length = codePoints(value)
      return length >= least && length <= most
    },
    { minLength: least, maxLength: most },
  )

const MAX_CHARACTERS = LARGEST_REQUEST.bytes

/** A string as long as the largest body that is read: a prompt, a file in base64. */
export const anyText: t.Type<string> = text('a string', (value) => value.length <= MAX_CHARACTERS, {
  maxLength: MAX_CHARACTERS,
})

/** The same with at least one character. `name` says what it is: "an address". */
export const filledText = (name: string): t.Type<string> =>
  text(name, (value) => value !== '' && value.length <= MAX_CHARACTERS, { minLength: 1, maxLength: MAX_CHARACTERS })

/** After this many wrong elements a list is read no further: a client corrects the first ones first. */
const MAX_WRONG_ELEMENTS = 20
/** The same where few elements have many mistakes each: unions and lists inside them multiply what io-ts reports. */
const MAX_ERRORS = 100

/**
 * A list whose length is judged before its elements are. `of` names the elements in the message: "must be an array of
 * 1 to 16 images".
 */
export const listOf = <A>(
  element: t.Type<A, unknown, unknown>,
  least: number,
  most: number,
  of: string,
): t.Type<readonly A[], unknown, unknown> =>
  withSchemaOf(
    new t.Type(
      `an array of ${least} to ${most} ${of}`,
      (input): input is readonly A[] => Array.isArray(input) && input.every(element.is),
      (input, context) => {
        if (!Array.isArray(input) || input.length < least || input.length > most) return t.failure(input, context)
        const errors: t.ValidationError[] = []
        const items: readonly unknown[] = input
        let changed: unknown[] | null = null
        let wrong = 0
        for (const [index, item] of items.entries()) {
          const result = element.validate(item, t.appendContext(context, String(index), element, item))
          if (isRight(result)) {
            // An unchanged list stays the same object, because io-ts copies every object that holds a changed one.
            if (result.right === item) continue
            changed ??= [...items]
            changed[index] = result.right
            continue
          }
          wrong += 1
          for (const error of result.left) errors.push(error)
          if (wrong === MAX_WRONG_ELEMENTS || errors.length >= MAX_ERRORS) break
        }
        return errors.length > 0 ? t.failures(errors) : t.success((changed ?? items) as readonly A[])
      },
      t.identity,
    ),
    t.array(element),
    { minItems: least, maxItems: most },
  )

/** A text, or a list instead; the message about a list that is too long says how long it may be. */
export const textOrList = <A>(text: t.Type<string>, list: t.Type<readonly A[], unknown, unknown>) =>
  t.union([text, list], `a string or ${list.name}`)

export const MAX_MODEL_ID_CHARACTERS = 256

/** The `model` field of every paid call. The catalogue decides whether the model exists. */
export const modelId: t.Type<string> = text(
  'a model id',
  (value) => value !== '' && codePoints(value) <= MAX_MODEL_ID_CHARACTERS,
  { minLength: 1, maxLength: MAX_MODEL_ID_CHARACTERS },
)

/** A finite JSON number; `t.number` alone would let NaN through. */
export const finite: t.Type<number> = fitting(
  'a number',
  (input): input is number => typeof input === 'number' && Number.isFinite(input),
  { type: 'number' },
)

/** A count in an answer. */
export const count: t.Type<number> = withSchema(
  new t.Type('a whole number', t.number.is, t.number.validate, t.identity),
  { type: 'integer', minimum: 0 },
)

export const numberBetween = (least: number, most: number): t.Type<number> =>
  fitting(
    `a number from ${least} to ${most}`,
    (input): input is number => typeof input === 'number' && input >= least && input <= most,
    { type: 'number', minimum: least, maximum: most },
  )

export const integerBetween = (least: number, most: number): t.Type<number> =>
  fitting(
    `an integer from ${least} to ${most}`,
    (input): input is number => typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most,
    { type: 'integer', minimum: least, maximum: most },
  )

/** An integer written in an address: in its path or in its query. */
export const integerFromString = (least: number, most: number): t.Type<number, string, unknown> =>
  withSchema(
    new t.Type(
      `an integer from ${least} to ${most}`,
      (input): input is number => typeof input === 'number',
      (input, context) => {
        if (typeof input !== 'string' || !/^-?\d{1,9}$/.test(input)) return t.failure(input, context)
        const value = Number(input)
        return value >= least && value <= most ? t.success(value) : t.failure(input, context)
      },
      String,
    ),
    { type: 'integer', minimum: least, maximum: most },
  )

/** Yes or no, written in a query string. */
export const booleanFromString: t.Type<boolean, string, unknown> = withSchema(
  new t.Type(
    'true or false',
    t.boolean.is,
    (input, context) =>
      input === 'true' || input === 'false' ? t.success(input === 'true') : t.failure(input, context),
    String,
  ),
  { type: 'boolean' },
)

/** A moment in an answer: whole Unix seconds (contract 1). */
export const unixTime: t.Type<number> = withSchema(
  new t.Type('whole Unix seconds', t.number.is, t.number.validate, t.identity),
  { type: 'integer', description: 'Unix seconds.', examples: [1_767_225_600] },
)

/** A UUID, folded to lower case. */
export const uuid: t.Type<string, string, unknown> = withSchema(
  new t.Type(
    'a UUID',
    (input): input is string => typeof input === 'string' && isUuid(input),
    (input, context) => {
      const found = typeof input === 'string' ? uuidOf(input) : null
      return found === null ? t.failure(input, context) : t.success(found)
    },
    t.identity,
  ),
  { type: 'string', format: 'uuid', maxLength: 36 },
)
