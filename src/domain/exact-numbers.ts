import { isObject } from './json.ts'
import { endOfLiteral } from './json-shape.ts'
import { stringSkipper } from './json-strings.ts'

// `JSON.parse` rounds what a float cannot keep: the ids of 64 bits by which Discord, Twitter and databases name their
// records, and long decimals. Where the gateway only hands a value on (the input of a tool, a schema), such a number is
// a `JSON.rawJSON` of its digits, which `JSON.stringify` writes as they came. No code that reads a number may meet one.

declare global {
  interface JSON {
    /** A value that is written as this text. */
    rawJSON(text: string): object
  }
}

/**
 * Only a text with this can hold a number that a float does not keep. Eight of the sixteen are written out, because V8
 * then skips what cannot match: that takes a sixth of the time.
 */
const LONG_NUMBER = /[\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.]{8}/

/** Every number of so many characters is kept. */
const KEPT_CHARACTERS = 15

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

/** Begins the strings that stand for numbers while their text is parsed. */
const MARK = '\0'
const WRITTEN_MARK = '\\u0000'

const isKept = (literal: string): boolean => literal.length <= KEPT_CHARACTERS || String(Number(literal)) === literal

const beginsNumber = (code: number): boolean => (code >= ZERO && code <= NINE) || code === MINUS

/** A JSON text with a marked string in the place of every number that a float does not keep. */
const withMarks = (text: string): string => {
  const endOfString = stringSkipper(text)
  let marked = ''
  let copied = 0
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(index)
    else if (beginsNumber(code)) {
      const end = endOfLiteral(text, index)
      const literal = text.slice(index, end)
      if (!isKept(literal)) {
        marked += `${text.slice(copied, index)}"${WRITTEN_MARK}${literal}"`
        copied = end
      }
      index = end
    } else index += 1
  }
  return marked + text.slice(copied)
}

/** Puts numbers in the place of the marked strings below a value: exact ones inside of the named fields. */
const putNumbers = (fields: Record<string, unknown>, isInside: boolean, names: ReadonlySet<string>): void => {
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (typeof value === 'string') {
      if (value.startsWith(MARK)) fields[name] = isInside ? JSON.rawJSON(value.slice(1)) : Number(value.slice(1))
    } else if (isObject(value)) putNumbers(value, isInside || names.has(name), names)
  }
}

const readAgain = (text: string, value: unknown, isInside: boolean, names: ReadonlySet<string>): unknown => {
  // Strings that begin with the mark themselves would be taken for numbers.
  if (!isObject(value) || text.includes(WRITTEN_MARK)) return value
  const marked = withMarks(text)
  if (marked === text) return value
  const read: unknown = JSON.parse(marked)
  if (isObject(read)) putNumbers(read, isInside, names)
  return read
}

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * The value of a JSON text in which no code reads a number, with every number as it was written. `value` is what
 * `JSON.parse` made of the text, whose depth must be bounded.
 */
export const withExactNumbers = (text: string, value: unknown): unknown =>
  LONG_NUMBER.test(text) ? readAgain(text, value, true, NO_NAMES) : value

/** Fields whose objects and lists are only handed on. */
export interface ExactFields {
  readonly names: ReadonlySet<string>
  /** The names as JSON writes them. */
  readonly written: readonly string[]
}

/** The fields of these names, at any depth. */
export const fieldsNamed = (...names: readonly string[]): ExactFields => ({
  names: new Set(names),
  written: names.map((name) => `"${name}"`),
})

/**
 * The same for a text of which these fields alone hold what no code reads. All other numbers are numbers. Nearly all
 * texts cost a search for the names, and for a long number behind them.
 */
export const withExactFields = (text: string, value: unknown, { names, written }: ExactFields): unknown => {
  for (const name of written) {
    const index = text.indexOf(name)
    if (index !== -1 && LONG_NUMBER.test(text.slice(index))) return readAgain(text, value, false, names)
  }
  return value
}

/** The same value with numbers alone, for code that reads what elsewhere is only handed on. `text` is its JSON. */
export const withoutExactNumbers = (text: string, value: unknown): unknown =>
  LONG_NUMBER.test(text) ? (JSON.parse(text) as unknown) : value
