import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ProtocolFailure } from './failures.ts'

const MOST_PARAMETERS = 100

const refused = (path: readonly string[], message: string): Either<ProtocolFailure, never> =>
  left({ tag: 'validation_error', problems: [{ place: 'query', path, message, type: 'invalid' }] })

/**
 * The query string as an object of strings. A parameter given twice is refused: one of the two would be lost. What a
 * string may hold is for the codec of its field to say, because a broken cursor is another failure than a bad text.
 */
export const queryText = (querystring: string): Either<ProtocolFailure, Readonly<Record<string, string>>> => {
  if (querystring === '') return right({})
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (query.has(name)) return refused([name], 'must be given once')
    if (query.size === MOST_PARAMETERS) return refused([], `must not have more than ${MOST_PARAMETERS} parameters`)
    query.set(name, value)
  }
  return right(Object.fromEntries(query))
}
