import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { problemIn } from '../failures/protocol-failure.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import { storableText } from '../../../domain/storable-text.ts'

const MAX_PARAMETERS = 100

const refused = (path: readonly string[], message: string): Either<ProtocolFailure, never> =>
  left(problemIn('query', path, message, 'invalid'))

/**
 * The query string as an object of strings. A parameter given twice is refused: one of the two would be lost. Only a
 * name that ends in `[]` is that of a list, whose members come as one string with commas between them. The codec of a
 * field decides what its string may hold, because a broken cursor and a bad text are different failures. Bytes that are
 * no UTF-8 come as U+FFFD, and so does NUL, which no database stores and no codec expects.
 */
export const queryText = (querystring: string): Either<ProtocolFailure, Readonly<Record<string, string>>> => {
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(querystring)) {
    const before = query.get(name)
    if (before !== undefined && !name.endsWith('[]')) return refused([name], 'must be given once')
    if (before === undefined && query.size === MAX_PARAMETERS) {
      return refused([], `must not have more than ${MAX_PARAMETERS} parameters`)
    }
    const text = storableText(value)
    query.set(name, before === undefined ? text : `${before},${text}`)
  }
  return right(Object.fromEntries(query))
}
