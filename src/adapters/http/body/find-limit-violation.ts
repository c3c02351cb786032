import type { BodyLimits } from './body-limits.ts'

/** The limit that a JSON text breaks. */
export type JsonLimitViolation = 'too_deep' | 'too_many_fields' | 'too_many_values'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The number of characters of a string that are read one by one before the search for its end begins. */
const STRIDE = 32

/** Finds the next place of `mark` at or behind an index. Each stretch of the text is searched once. */
const nextIndexOf = (text: string, mark: string): ((from: number) => number) => {
  let found = -1
  return (from) => {
    if (found < from) found = text.indexOf(mark, from)
    if (found === -1) found = text.length
    return found
  }
}

/** Skips strings. A long one (base64) is skipped by search, one of many escapes character by character. */
const stringSkipper = (text: string): ((start: number) => number) => {
  const nextQuote = nextIndexOf(text, '"')
  const nextBackslash = nextIndexOf(text, '\\')
  return (start) => {
    let index = start + 1
    while (index < text.length) {
      const stop = Math.min(index + STRIDE, text.length)
      while (index < stop) {
        const code = text.charCodeAt(index)
        if (code === QUOTE) return index + 1
        index += code === BACKSLASH ? 2 : 1
      }
      index = Math.min(nextQuote(index), nextBackslash(index))
    }
    return index
  }
}

/** Whether a character belongs to a number, `true`, `false` or `null`. */
const isLiteralCharacter = (code: number): boolean =>
  code > 0x20 && code !== COMMA && code !== CLOSE_ARRAY && code !== CLOSE_OBJECT

const endOfLiteral = (text: string, start: number): number => {
  let index = start + 1
  while (index < text.length && isLiteralCharacter(text.charCodeAt(index))) index += 1
  return index
}

/**
 * Judges JSON text by its shape alone, in one pass that stops at the bound; null where it may be parsed. Text that is
 * not JSON may pass: `JSON.parse` stops at its first mistake.
 */
export const findLimitViolation = (
  text: string,
  { values, fields, depth }: Omit<BodyLimits, 'bytes'>,
): JsonLimitViolation | null => {
  // A value is at least one character, and a comma stands between two.
  if (text.length <= Math.min(values, fields, depth)) return null
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
      if (own > fields) return 'too_many_fields'
      index += 1
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      counted += 1
      nesting += 1
      if (nesting > depth) return 'too_deep'
      fieldCounts[nesting] = 0
      index += 1
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      nesting = Math.max(0, nesting - 1)
      index += 1
    } else {
      counted += 1
      index = endOfLiteral(text, index)
    }
    if (counted > values) {
      // The last string may be a key, which counts when its value comes.
      return 'too_many_values'
    }
  }
  return null
}
