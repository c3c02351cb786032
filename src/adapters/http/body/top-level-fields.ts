const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const COLON = 58

const isOpening = (code: number): boolean => code === 123 || code === 91
const isClosing = (code: number): boolean => code === 125 || code === 93

/** The place after the string that begins at `start`. */
const stringEnd = (text: string, start: number): number => {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== QUOTE) {
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1
  }
  return index + 1
}

/**
 * The fields of a JSON object as their texts, byte for byte as the client wrote them, without the blanks around them. Of
 * a name that stands twice the last counts, as for `JSON.parse`. `text` must have been parsed as an object; one walk
 * over it, whatever it holds.
 */
export const topLevelFields = (text: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  let depth = 0
  let name = ''
  let start = 0
  const close = (end: number): void => {
    const json = text.slice(start, end).trim()
    if (json !== '') fields.set(name, json)
    start = end + 1
  }
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = stringEnd(text, index) - 1
    else if (isOpening(code)) {
      depth += 1
      if (depth === 1) start = index + 1
    } else if (isClosing(code)) {
      depth -= 1
      if (depth === 0) close(index)
    } else if (depth === 1 && code === COLON) {
      name = JSON.parse(text.slice(start, index)) as string
      start = index + 1
    } else if (depth === 1 && code === COMMA) close(index)
  }
  return fields
}
