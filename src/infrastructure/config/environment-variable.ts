import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ConfigProblem } from './config-problem.ts'

/** The process environment, or a stand-in for it. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Variable<A> {
  readonly codec: t.Decoder<unknown, A>
  /** What `.env.example` shows and what an absent variable means; null if absence itself is the meaning. */
  readonly fallback: string | null
  /** Completes "expected …". */
  readonly expected: string
  /** A secret's value never appears in a problem. */
  readonly secret?: true
}

/** What the variables of a table hold; null if a variable is absent, or its text cannot be used. */
export type ValuesOf<V> = {
  readonly [N in keyof V]: V[N] extends Variable<infer A> ? A | null : never
}

/** The value of a variable that has a fallback. Every such variable has a value once no problem was found. */
export const present = <A>(value: A | null): A => {
  if (value === null) throw new Error('a variable with a fallback came out without a value')
  return value
}

const MOST_SHOWN_CHARS = 60

/** Cut to one short line, without the user and password a URL may carry. */
const shown = (text: string): string => {
  const bare = text.replace(/\/\/[^/\s]*@/g, '//…@')
  return JSON.stringify(bare.length > MOST_SHOWN_CHARS ? `${bare.slice(0, MOST_SHOWN_CHARS)}…` : bare)
}

/** A variable set to nothing or to spaces counts as absent, as shells and compose files produce it. */
export const textOf = (env: Environment, name: string): string | null => {
  const text = env[name]?.trim()
  return text === undefined || text === '' ? null : text
}

/** A shell and a `.env` file take quotes off; `docker run --env-file` leaves them, and they would be read as a part. */
const IN_QUOTES = /^(["'`]).*\1$/s

/** The variable's value, its fallback, or null if it has none. */
export const readVariable = <A>(
  env: Environment,
  name: string,
  variable: Variable<A>,
): Either<ConfigProblem, A | null> => {
  const text = textOf(env, name) ?? variable.fallback
  if (text === null) return right(null)
  if (IN_QUOTES.test(text))
    return left({ name, found: 'the value is in quotes', expected: `${variable.expected}, without quotes` })
  const decoded = variable.codec.decode(text)
  if (isRight(decoded)) return decoded
  const found = variable.secret === true ? 'the value given cannot be used' : `${shown(text)} cannot be used`
  return left({ name, found, expected: variable.expected })
}
