import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ProtocolFailure } from './failures.ts'
import { isStorableText } from './well-formed.ts'

/** The query string as an object of strings. A parameter given twice is refused: one of the two would be lost. */
export const queryText = (querystring: string): Either<ProtocolFailure, Readonly<Record<string, string>>> => {
  if (querystring === '') return right({})
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(querystring)) {
    const message = Object.hasOwn(query, name)
      ? 'must be given once'
      : isStorableText(value)
        ? null
        : 'must not contain NUL'
    if (message !== null) {
      return left({ tag: 'validation_error', problems: [{ place: 'query', path: [name], message, type: 'invalid' }] })
    }
    query[name] = value
  }
  return right(query)
}
