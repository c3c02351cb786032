/**
 * Arrays go to the server as PostgreSQL array literals: both engines read them the same, `bigint`s are not
 * rounded, and it costs less than the drivers' own encoders.
 */

/**
 * The braces are part of the first and last element: around the joined text they would have all of it copied once more.
 */
const braced = (elements: string[]): string => {
  if (elements.length === 0) return '{}'
  elements[0] = `{${elements[0]}`
  elements[elements.length - 1] += '}'
  return elements.join(',')
}

/** Ids, numbers and words that need no quoting. */
export const plainArray = (values: Iterable<string | bigint | number | null>): string => {
  const elements: string[] = []
  for (const value of values) elements.push(value === null ? 'NULL' : value.toString())
  return braced(elements)
}

/** Few texts have anything to escape, and to look costs less than to replace. */
const escaped = (text: string): string => (/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text)

/** Any text. */
export const textArray = (values: Iterable<string | null>): string => {
  const elements: string[] = []
  for (const value of values) elements.push(value === null ? 'NULL' : `"${escaped(value)}"`)
  return braced(elements)
}
