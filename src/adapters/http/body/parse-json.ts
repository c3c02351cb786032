import { isUtf8 } from 'node:buffer'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ProtocolFailure } from '../failures.ts'
import type { BodyBounds } from './body-bounds.ts'
import { type JsonExcess, jsonExcess } from './json-excess.ts'
import { flawIn } from './well-formed.ts'

const malformed = (message: string): Either<ProtocolFailure, never> => left({ tag: 'malformed_json', message })

const sentenceOf = (excess: JsonExcess, { depth, fields, values }: BodyBounds): string => {
  switch (excess) {
    case 'too_deep':
      return `must not nest deeper than ${depth} levels`
    case 'too_many_fields':
      return `must not hold an object of more than ${fields} fields`
    case 'too_many_values':
      return `must not hold more than ${values} values`
  }
}

const excessive = (excess: JsonExcess, bounds: BodyBounds): Either<ProtocolFailure, never> => {
  const message = sentenceOf(excess, bounds)
  return left({ tag: 'validation_error', problems: [{ place: 'body', path: [], message, type: excess }] })
}

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The value of a JSON body. Its shape is judged on the text, in linear time, before any object of it exists. Text
 * that is not UTF-8 is refused: replacement characters would change what the caller wrote.
 */
export const parseJson = (bytes: Buffer, bounds: BodyBounds): Either<ProtocolFailure, unknown> => {
  if (!isUtf8(bytes)) return malformed('The body is not UTF-8.')
  const decoded = bytes.toString('utf8')
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded
  if (text === '') return malformed('The body is empty.')
  const excess = jsonExcess(text, bounds)
  if (excess !== null) return excessive(excess, bounds)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return malformed('The body is not valid JSON.')
  }
  const flaw = flawIn(text, body)
  if (flaw === null) return right(body)
  switch (flaw.tag) {
    case 'bad_text':
      return left({ tag: 'validation_error', problems: [flaw.problem] })
    case 'names_prototype':
      return malformed('The body has a key `__proto__`, which this API does not read.')
  }
}
