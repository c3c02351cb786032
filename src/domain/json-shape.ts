import { stringSkipper } from './json-strings.ts'
import { parsedJson } from './json.ts'

/** How large a JSON text may be, by what it holds. */
export interface JsonLimits {
  /** Objects, arrays and what they hold. Every key brings a value. */
  readonly values: number
  /** Of one object. */
  readonly fields: number
  /** Arrays and objects inside each other. */
  readonly depth: number
}

/** The limit that a JSON text breaks. */
export type JsonLimitViolation = 'too_deep' | 'too_many_fields' | 'too_many_values'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Whether a character belongs to a number, `true`, `false` or `null`. */
const isLiteralCharacter = (code: number): boolean =>
  code > 0x20 && code !== COMMA && code !== CLOSE_ARRAY && code !== CLOSE_OBJECT

/** Where a number, `true`, `false` or `null` ends that begins at an index. */
export const endOfLiteral = (text: string, start: number): number => {
  let index = start + 1
  while (index < text.length && isLiteralCharacter(text.charCodeAt(index))) index += 1
  return index
}

/** Whether a text has more than so many of these marks; it is searched no further than needed. */
const hasMoreThan = (most: number, text: string, marks: readonly string[]): boolean => {
  let count = 0
  for (const mark of marks) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      count += 1
      if (count > most) return true
    }
  }
  return false
}

/** What a walk over a JSON text has found: where a limit is broken, it ended there. */
interface Walked {
  readonly violation: JsonLimitViolation | null
  readonly values: number
}

const walk = (text: string, { values, fields, depth }: JsonLimits): Walked => {
  const endOfString = stringSkipper(text)
  /** The number of fields of each open object, by depth. */
  const fieldCounts: number[] = [0]
  let nesting = 0
  let counted = 0
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index)
    if (code <= 0x20 || code === COMMA) index += 1
    else if (code === QUOTE) {
      counted += 1
      index = endOfString(index)
    } else if (code === COLON) {
      // The string before it was a key.
      counted -= 1
      const own = (fieldCounts[nesting] ?? 0) + 1
      fieldCounts[nesting] = own
      if (own > fields) return { violation: 'too_many_fields', values: counted }
      index += 1
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      counted += 1
      nesting += 1
      if (nesting > depth) return { violation: 'too_deep', values: counted }
      fieldCounts[nesting] = 0
      index += 1
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      nesting = Math.max(0, nesting - 1)
      index += 1
    } else {
      counted += 1
      index = endOfLiteral(text, index)
    }
    // The last string may be a key, which counts when its value comes.
    if (counted > values) return { violation: 'too_many_values', values: counted }
  }
  return { violation: null, values: counted }
}

/**
 * Judges JSON text by its shape alone, in one pass that stops at the bound; null if it may be parsed. Text that is
 * not JSON may pass: `JSON.parse` stops at its first mistake.
 */
export const findLimitViolation = (text: string, limits: JsonLimits): JsonLimitViolation | null => {
  const { values, fields, depth } = limits
  // A value has at least one character, a field at least four, and one opens each level: most bodies are within the
  // limits.
  if (text.length <= Math.min(values, 4 * fields) && !hasMoreThan(depth, text, ['[', '{'])) return null
  return walk(text, limits).violation
}

/** How many values a JSON text holds; null if it breaks a limit. */
export const valuesWithin = (text: string, limits: JsonLimits): number | null => {
  const { violation, values } = walk(text, limits)
  return violation === null ? values : null
}

/** The value of a JSON text; undefined if it is none, or breaks a limit: then it is not parsed. */
export const jsonWithin = (text: string, limits: JsonLimits): unknown =>
  findLimitViolation(text, limits) === null ? parsedJson(text) : undefined
