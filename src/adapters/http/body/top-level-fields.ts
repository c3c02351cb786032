import type { NativeField } from '../../../domain/chat/native.ts'
import { isBlank, stringSkipper } from '../../../domain/json-strings.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58

const isOpening = (code: number): boolean => code === 123 || code === 91
const isClosing = (code: number): boolean => code === 125 || code === 93

/** What a name means. Nearly all are written as they are meant. */
const nameIn = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)

/** Where a value stands in a text, without the blanks around it. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Where a walk over an object begins: at its first character, or at the name of one of its fields. */
interface Beginning {
  readonly index: number
  /** How many brackets are open there. */
  readonly depth: 0 | 1
}

type SeeField = (name: string, start: number, end: number) => void

const START: Beginning = { index: 0, depth: 0 }

/**
 * Shows every field of an object, and where its value stands. Returns false where it comes to a bracket that closes
 * nothing: then it began inside a value, and not at a field.
 */
const walk = (text: string, { index: first, depth: opened }: Beginning, see: SeeField): boolean => {
  const endOfString = stringSkipper(text)
  let depth: number = opened
  // Of the field that the walk is at; below zero where there is none, and where its value has not begun.
  let [nameStart, nameEnd, valueStart] = [-1, -1, -1]
  const close = (behind: number): void => {
    if (valueStart === -1) return
    let [start, end] = [valueStart, behind]
    while (isBlank(text.charCodeAt(start))) start += 1
    while (isBlank(text.charCodeAt(end - 1))) end -= 1
    see(nameIn(text.slice(nameStart, nameEnd)), start, end)
    valueStart = -1
  }
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      const end = endOfString(index)
      if (depth === 1 && valueStart === -1) [nameStart, nameEnd] = [index, end]
      index = end - 1
    } else if (isOpening(code)) depth += 1
    else if (isClosing(code)) {
      depth -= 1
      if (depth === 0) close(index)
      if (depth < 0) return false
    } else if (depth === 1 && code === COLON) valueStart = index + 1
    else if (depth === 1 && code === COMMA) close(index)
  }
  return true
}

/**
 * Where the value of one field of a JSON object stands; null if the object has none. Of a name that stands twice the
 * last counts, as for `JSON.parse`. `text` must have been parsed as an object; one walk over it, whatever it holds.
 */
export const spanOf = (text: string, name: string, from: Beginning = START): Span | null => {
  let found: Span | null = null
  const isField = walk(text, from, (each, start, end) => {
    if (each === name) found = { start, end }
  })
  return isField ? found : null
}

/**
 * The same; quick where the field stands near the end of a long text. The last place where the name is written is
 * looked at first. A quote behind no backslash begins a string there, so the text holds that very string; and where
 * just one bracket closes behind it, that bracket closes the object itself. Any other place is inside a value: then the
 * whole text is walked over.
 */
export const spanNearEnd = (text: string, name: string): Span | null => {
  const index = text.lastIndexOf(`"${name}"`)
  const near = index > 0 && text[index - 1] !== '\\' ? spanOf(text, name, { index, depth: 1 }) : null
  return near ?? spanOf(text, name)
}

/**
 * The fields of a JSON object, byte for byte as the client wrote them, without the blanks around them. `parsed` is what
 * the text says.
 */
export const topLevelFields = (text: string, parsed: unknown): ReadonlyMap<string, NativeField> => {
  const values = parsed as Readonly<Record<string, unknown>>
  const fields = new Map<string, NativeField>()
  walk(text, START, (name, start, end) => fields.set(name, { json: text.slice(start, end), value: values[name] }))
  return fields
}
