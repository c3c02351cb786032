const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** The four characters that JSON allows between its signs. */
export const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The number of characters of a string that are read one by one before the search for its end begins. */
const STRIDE = 32

/**
 * The inside of a string from here on, up to its end or to so many escapes. It matches at every place, so that it never
 * goes back; and the escapes are bounded because what V8 keeps of each would fill its stack.
 */
const INSIDE = /[^"\\]*(?:\\[^][^"\\]*){0,256}/y

/** Finds the next place of `mark` at or behind an index. Each stretch of the text is searched once. */
const nextIndexOf = (text: string, mark: string): ((from: number) => number) => {
  let found = -1
  return (from) => {
    if (found < from) found = text.indexOf(mark, from)
    if (found === -1) found = text.length
    return found
  }
}

/**
 * Finds the end of the JSON string that begins at an index. A long one (base64) is skipped by search, one of many
 * escapes (code) by a pattern: read one by one, its characters take longer than `JSON.parse` does.
 */
export const stringSkipper = (text: string): ((start: number) => number) => {
  const nextQuote = nextIndexOf(text, '"')
  const nextBackslash = nextIndexOf(text, '\\')
  return (start) => {
    let index = start + 1
    const stop = Math.min(index + STRIDE, text.length)
    while (index < stop) {
      const code = text.charCodeAt(index)
      if (code === QUOTE) return index + 1
      index += code === BACKSLASH ? 2 : 1
    }
    index = Math.min(nextQuote(index), nextBackslash(index))
    // An escape without a character behind it ends the text.
    while (text.charCodeAt(index) === BACKSLASH && index + 1 < text.length) {
      INSIDE.lastIndex = index
      INSIDE.test(text)
      index = INSIDE.lastIndex
    }
    return Math.min(index + 1, text.length)
  }
}

/** The first place from here on that holds none of JSON's blanks. */
const pastBlanks = (json: string, from: number): number => {
  let at = from
  while (isBlank(json.charCodeAt(at))) at += 1
  return at
}

/**
 * Where the value of the first field of this name begins in a JSON text; -1 if no field has the name. A text that holds
 * the name is none: JSON writes its quotes in another way. Each event of a stream is read so: parsing it takes longer.
 */
export const valueAt = (json: string, quotedName: string): number => {
  for (let at = json.indexOf(quotedName); at !== -1; at = json.indexOf(quotedName, at + quotedName.length)) {
    const behind = pastBlanks(json, at + quotedName.length)
    if (json.charCodeAt(behind) === COLON) return pastBlanks(json, behind + 1)
  }
  return -1
}
