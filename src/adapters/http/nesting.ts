/** Deeper bodies are of no use to any endpoint and would overflow the stack of whoever walks them. */
export const MAX_NESTING = 200

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The index after the string that opens at `start`; long strings (base64 images) are skipped by `indexOf`. */
const endOfString = (raw: string, start: number): number => {
  let end = raw.indexOf('"', start + 1)
  while (end !== -1) {
    let backslashes = 0
    while (raw.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end + 1
    end = raw.indexOf('"', end + 1)
  }
  return raw.length
}

/** Whether valid JSON text nests arrays and objects deeper than `MAX_NESTING`. */
export const isTooDeep = (raw: string): boolean => {
  if (raw.length < MAX_NESTING * 2) return false
  let depth = 0
  for (let index = 0; index < raw.length;) {
    const code = raw.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(raw, index)
      continue
    }
    if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) depth -= 1
    if (depth > MAX_NESTING) return true
    index += 1
  }
  return false
}
