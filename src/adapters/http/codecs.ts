import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseMicro } from '../../domain/money/decimal.ts'

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

/** `codec` or nothing. One class and not a union, so that an absent field costs one comparison. */
export const nullish = <A>(codec: t.Type<A, unknown, unknown>): NullishType<A> => new NullishType(codec)

/**
 * A string with a rule. `message` completes "… must be" and is what the client reads.
 * The rule sees only well-formed text: a NUL or half a surrogate pair never reaches a codec.
 */
export const text = (message: string, rule: (value: string) => boolean): t.Type<string> =>
  new t.Type(
    message,
    (input): input is string => typeof input === 'string' && rule(input),
    (input, context) => (typeof input === 'string' && rule(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  )

/** Length in Unicode code points (contract 1). */
export const codePoints = (value: string): number => {
  let count = 0
  for (const _ of value) count += 1
  return count
}

export const textOfLength = (least: number, most: number): t.Type<string> =>
  text(`a string of ${least} to ${most} characters`, (value) => {
    if (value.length > most * 2) return false
    const length = codePoints(value)
    return length >= least && length <= most
  })

/** A finite JSON number; `t.number` alone would let NaN through. */
export const finite: t.Type<number> = new t.Type(
  'a number',
  (input): input is number => typeof input === 'number' && Number.isFinite(input),
  (input, context) =>
    typeof input === 'number' && Number.isFinite(input) ? t.success(input) : t.failure(input, context),
  t.identity,
)

export const numberBetween = (least: number, most: number): t.Type<number> => {
  const fits = (input: unknown): input is number => typeof input === 'number' && input >= least && input <= most
  return new t.Type(
    `a number from ${least} to ${most}`,
    fits,
    (input, context) => (fits(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  )
}

export const integerBetween = (least: number, most: number): t.Type<number> => {
  const fits = (input: unknown): input is number =>
    typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most
  return new t.Type(
    `an integer from ${least} to ${most}`,
    fits,
    (input, context) => (fits(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  )
}

/** An integer written in a query string. */
export const integerInQuery = (least: number, most: number): t.Type<number, string, unknown> =>
  new t.Type(
    `an integer from ${least} to ${most}`,
    (input): input is number => typeof input === 'number',
    (input, context) => {
      if (typeof input !== 'string' || !/^-?\d{1,9}$/.test(input)) return t.failure(input, context)
      const value = Number(input)
      return value >= least && value <= most ? t.success(value) : t.failure(input, context)
    },
    String,
  )

/** A decimal string read as micro-units. */
export const decimalAmount: t.Type<bigint, string, unknown> = new t.Type(
  'a decimal string with at most six fractional digits',
  (input): input is bigint => typeof input === 'bigint',
  (input, context) => {
    if (typeof input !== 'string') return t.failure(input, context)
    const micro = parseMicro(input)
    return isRight(micro) ? t.success(micro.right) : t.failure(input, context)
  },
  String,
)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID, folded to lower case. */
export const uuid: t.Type<string, string, unknown> = new t.Type(
  'a UUID',
  (input): input is string => typeof input === 'string' && UUID.test(input),
  (input, context) =>
    typeof input === 'string' && UUID.test(input) ? t.success(input.toLowerCase()) : t.failure(input, context),
  t.identity,
)
