/** How `JSON.stringify` writes a NUL and half a surrogate pair. Behind a backslash of the text it matches as well. */
const SUSPECT = /\\u(?:0000|d[89a-f])/

/** Every escape, so that a backslash of the text takes along what it stands before. */
const ESCAPES = /\\(?:u(?<unit>0000|d[89a-f][0-9a-f]{2})|[^])/g

/**
 * A value as a column of JSON takes it. PostgreSQL refuses the escapes of a NUL and of half a surrogate pair, and with
 * them the whole batch: no word of a provider may stop a charge. Where one is left, U+FFFD stands in its place.
 */
export const storableJson = (value: {} | null): string => {
  const text = JSON.stringify(value)
  if (!SUSPECT.test(text)) return text
  return text.replace(ESCAPES, (escape, unit: string | undefined) => (unit === undefined ? escape : '\\ufffd'))
}
