import { withoutExactNumbers } from '../../../domain/exact-numbers.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { fits } from './json/fits.ts'
import { sampleValue } from './json/sample-value.ts'
import { objectOf } from '../wire.ts'
import { lastUserText, messageText } from './prompt.ts'
import { stopAt } from './stop-at.ts'
import { followsToolResult, quotedResults } from './tool-round.ts'
import { wordPieces } from './words.ts'
import { parsedJson } from '../../../domain/json.ts'

/** Longer schemas are refused, as providers refuse them. */
const MAX_SCHEMA_CHARACTERS = 200_000

/** A longer text is not tried as JSON. */
const MAX_JSON_CHARACTERS = 10_000
const MAX_COMPARISONS = 20_000

/** JSON that fits a schema, or null if none was found. */
export const jsonFor = (schema: unknown): string | null => {
  const text = JSON.stringify(schema ?? {})
  if (text.length > MAX_SCHEMA_CHARACTERS) return null
  const sample = sampleValue(withoutExactNumbers(text, schema))
  return sample === null ? null : JSON.stringify(sample.value)
}

const parsed = (text: string): unknown => (text.length > MAX_JSON_CHARACTERS ? undefined : parsedJson(text))

/** What the answer repeats: the last user message, or the result of the tool that was called. */
const echoOf = (request: ChatRequest): string => {
  const last = request.messages.at(-1)
  const result = last !== undefined && followsToolResult(request.messages) ? messageText(last) : ''
  return result === '' ? lastUserText(request) : result
}

/** An echo that is JSON of the wanted form stays as it is. */
const structured = (schema: unknown, echo: string): string | null => {
  const value = parsed(echo)
  const fitting = { root: schema, inDoubt: false, formatsFit: false, budget: { stepsLeft: MAX_COMPARISONS } }
  return value !== undefined && fits(schema, value, fitting) ? echo : jsonFor(schema)
}

const objectText = (echo: string): string =>
  objectOf(parsed(echo)) === null ? JSON.stringify({ content: echo }) : echo

/** JSON in the pieces in which it is streamed: a field or an element each, and one more than `most` where it is cut. */
export const jsonPieces = (json: string, most: number = Number.POSITIVE_INFINITY): readonly string[] => {
  const pieces: string[] = []
  for (let start = 0; start < json.length && pieces.length <= most;) {
    const comma = json.indexOf(',', start)
    const end = comma === -1 ? json.length : comma + 1
    pieces.push(json.slice(start, end))
    start = end
  }
  return pieces
}

/** A text that quotes the results of tools with their names, or the echo where there are none. */
const quoteOf = (request: ChatRequest, echo: string): string => {
  const quoted = quotedResults(request.messages)
  return quoted === '' ? echo : quoted
}

/**
 * The text of an answer in the pieces in which it is streamed, one a token and not many more than `most`; null if no
 * JSON fits the schema.
 */
export const answerPieces = (request: ChatRequest, most: number, quotesTools: boolean): readonly string[] | null => {
  const format = request.response_format ?? {}
  const echo = echoOf(request)
  switch (format['type']) {
    case 'json_schema': {
      const json = structured(objectOf(format['json_schema'])?.['schema'] ?? {}, echo)
      return json === null ? null : jsonPieces(stopAt(json, request.stop), most)
    }
    case 'json_object':
      return jsonPieces(stopAt(objectText(echo), request.stop), most)
    default:
      return wordPieces(stopAt(quotesTools ? quoteOf(request, echo) : echo, request.stop), most)
  }
}
