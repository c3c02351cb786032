import type { OwnTool } from './tool-codec.ts'
import { parsedJson } from '../../../../domain/json.ts'
import { jsonWithin } from '../../../../domain/json-shape.ts'
import { BODY_SHAPE } from '../../body/body-limits.ts'

/** The one parameter of the function that a custom tool becomes. */
const FIELD = 'input'

/** The parameters of the function that stands for a custom tool. */
export const CUSTOM_PARAMETERS = {
  type: 'object',
  properties: { [FIELD]: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
  required: [FIELD],
  additionalProperties: false,
} as const

/** What the model reads of a custom tool. A function cannot enforce a grammar, so it stands here. */
export const customDescription = ({ description, format }: OwnTool): string => {
  const syntax = typeof format?.['syntax'] === 'string' ? ` (${format['syntax']})` : ''
  const { definition } = format ?? {}
  return [
    ...(description === undefined || description === null ? [] : [description]),
    ...(typeof definition === 'string'
      ? [`The input is plain text, not JSON, and follows this grammar${syntax}:\n${definition}`]
      : []),
  ].join('\n\n')
}

/** The arguments of the function for a text that was given to the custom tool. */
export const wrapInput = (input: string): string => JSON.stringify({ [FIELD]: input })

const BEGINNING = /^\s*\{\s*"input"\s*:\s*"/

/** The longest incomplete escape is `\uXXX`. */
const MAX_ESCAPE_CHARS = 6

/** The text of arguments that were cut off inside it. */
const cutInput = (text: string): string | null => {
  const start = BEGINNING.exec(text)?.[0].length
  if (start === undefined) return null
  const rest = text.slice(start)
  for (let dropped = 0; dropped < MAX_ESCAPE_CHARS && dropped <= rest.length; dropped += 1) {
    const read = parsedJson(`"${rest.slice(0, rest.length - dropped)}"`)
    if (typeof read === 'string') return read
  }
  return null
}

/**
 * The text that a model gave to a custom tool: the function's one string, whatever the model called it, or the
 * arguments themselves where they are no such object.
 */
export const unwrapInput = (text: string): string => {
  const read = jsonWithin(text, BODY_SHAPE)
  if (typeof read === 'string') return read
  if (read === undefined) return cutInput(text) ?? text
  if (typeof read !== 'object' || read === null) return text
  const fields = read as Readonly<Record<string, unknown>>
  const given = FIELD in fields ? fields[FIELD] : Object.values(fields)[0]
  if (typeof given === 'string') return given
  return Object.keys(fields).length === 0 ? '' : text
}
