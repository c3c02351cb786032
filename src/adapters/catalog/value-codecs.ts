import { isRight } from 'fp-ts/lib/Either.js'
import { dayBegins } from '../../domain/calendar-day.ts'
import type { Json } from '../../domain/json.ts'
import { parseMicro } from '../../domain/money/decimal.ts'
import * as t from 'io-ts'

/** A decimal string as micro-units. A bare number is refused: YAML would read it as a float. */
const amountOf = (unit: string): t.Type<bigint, string> =>
  new t.Type(
    `a quoted decimal string of ${unit}, like "12.5"`,
    (value): value is bigint => typeof value === 'bigint',
    (input, context) => {
      const parsed = typeof input === 'string' ? parseMicro(input) : null
      return parsed !== null && isRight(parsed) ? t.success(parsed.right) : t.failure(input, context)
    },
    String,
  )

export const roubles = amountOf('roubles')

export const tokens = amountOf('tokens')

export const count = new t.Type<number>(
  'a whole number',
  (value): value is number => typeof value === 'number' && Number.isSafeInteger(value),
  (input, context) =>
    typeof input === 'number' && Number.isSafeInteger(input) ? t.success(input) : t.failure(input, context),
  t.identity,
)

/** One word of a list. */
export const oneOf = <const W extends string>(words: readonly W[]): t.Type<W> => {
  const isWord = (value: unknown): value is W => words.some((word) => word === value)
  const expected = words.length === 1 ? words.join() : `one of ${words.join(', ')}`
  return new t.Type(
    expected,
    isWord,
    (input, context) => (isWord(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  )
}

/** A day (UTC) as the Unix seconds of its first moment. */
export const day = new t.Type<number, string>(
  'a quoted day, like "2026-09-22"',
  (value): value is number => typeof value === 'number',
  (input, context) => {
    const ms = typeof input === 'string' ? dayBegins(input) : null
    return ms === null ? t.failure(input, context) : t.success(ms / 1000)
  },
  String,
)

const isJson = (value: unknown): value is Json => {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isJson)
  return value === null || typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value)
}

const json = new t.Type<Json>(
  'a JSON value',
  isJson,
  (input, context) => (isJson(input) ? t.success(input) : t.failure(input, context)),
  t.identity,
)

/** Fixed fields of requests. */
export const parameters = t.record(t.string, json)
