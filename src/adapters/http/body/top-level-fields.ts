import type { NativeField } from '../../../domain/chat/native.ts'
import { stringSkipper } from './json-strings.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58

const isOpening = (code: number): boolean => code === 123 || code === 91
const isClosing = (code: number): boolean => code === 125 || code === 93

/** What a name means. Nearly all are written as they are meant. */
const nameIn = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)

/** Where a value stands in a text, with the blanks around it. */
interface Span {
  readonly start: number
  readonly end: number
}

type Spans = ReadonlyMap<string, Span>

/** Where a walk over an object begins: at its first character, or at the name of one of its fields. */
interface Beginning {
  readonly index: number
  /** How many brackets are open there. */
  readonly depth: 0 | 1
}

/** Null where the walk comes to a bracket that closes nothing: then it began inside a value, and not at a field. */
const walk = (text: string, { index: first, depth: opened }: Beginning): Spans | null => {
  const spans = new Map<string, Span>()
  const endOfString = stringSkipper(text)
  let depth: number = opened
  let name: string | null = null
  let start = first
  const close = (end: number): void => {
    if (name !== null) spans.set(name, { start, end })
    name = null
    start = end + 1
  }
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(index) - 1
    else if (isOpening(code)) {
      depth += 1
      if (depth === 1) start = index + 1
    } else if (isClosing(code)) {
      depth -= 1
      if (depth === 0) close(index)
      if (depth < 0) return null
    } else if (depth === 1 && code === COLON) {
      name = nameIn(text.slice(start, index).trim())
      start = index + 1
    } else if (depth === 1 && code === COMMA) close(index)
  }
  return spans
}

const NONE: Spans = new Map()

/**
 * Where the values of a JSON object stand, by their names. Of a name that stands twice the last counts, as for
 * `JSON.parse`. `text` must have been parsed as an object; one walk over it, whatever it holds.
 */
export const topLevelSpans = (text: string): Spans => walk(text, { index: 0, depth: 0 }) ?? NONE

/**
 * Where the value of one field stands, null where the object has none; quick where the field stands near the end of a long
 * text. The last place where the name is written is looked at first. A quote behind no backslash begins a string there, so
 * the text holds that very string; and where just one bracket closes behind it, that bracket closes the object itself.
 * Any other place is inside a value: then the whole text is walked over.
 */
export const spanNearEnd = (text: string, name: string): Span | null => {
  const index = text.lastIndexOf(`"${name}"`)
  const near = index > 0 && text[index - 1] !== '\\' ? walk(text, { index, depth: 1 }) : null
  return near?.get(name) ?? topLevelSpans(text).get(name) ?? null
}

/**
 * The fields of a JSON object, byte for byte as the client wrote them, without the blanks around them. `parsed` is what
 * the text says.
 */
export const topLevelFields = (text: string, parsed: unknown): ReadonlyMap<string, NativeField> => {
  const values = parsed as Readonly<Record<string, unknown>>
  const fields = new Map<string, NativeField>()
  for (const [name, { start, end }] of topLevelSpans(text)) {
    fields.set(name, { json: text.slice(start, end).trim(), value: values[name] })
  }
  return fields
}
