import { type Either, isRight, left, right } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ConfigProblem } from './config-problem.ts'

/** The process environment, or a stand-in for it. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Variable<A> {
  readonly codec: t.Decoder<unknown, A>
  /** What `.env.example` shows and what an absent variable means; null where absence itself is the meaning. */
  readonly fallback: string | null
  /** Completes "expected …". */
  readonly expected: string
  /** A secret's value never appears in a problem. */
  readonly secret?: true
}

const longest = 60

/** Cut to one short line, without the user and password a URL may carry. */
const shown = (text: string): string => {
  const bare = text.replace(/\/\/[^/\s]*@/g, '//…@')
  return JSON.stringify(bare.length > longest ? `${bare.slice(0, longest)}…` : bare)
}

/** A variable set to nothing or to spaces counts as absent, as shells and compose files produce it. */
export const textOf = (env: Environment, name: string): string | null => {
  const text = env[name]?.trim()
  return text === undefined || text === '' ? null : text
}

/** The variable's value, its fallback, or null where it has none. */
export const readVariable = <A>(
  env: Environment,
  name: string,
  variable: Variable<A>,
): Either<ConfigProblem, A | null> => {
  const text = textOf(env, name) ?? variable.fallback
  if (text === null) return right(null)
  const decoded = variable.codec.decode(text)
  if (isRight(decoded)) return decoded
  const found = variable.secret === true ? 'the value given cannot be used' : `${shown(text)} cannot be used`
  return left({ name, found, expected: variable.expected })
}
