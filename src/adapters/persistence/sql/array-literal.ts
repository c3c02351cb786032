/**
 * Arrays go to the server as PostgreSQL array literals: both engines read them the same, `bigint`s are not
 * rounded, and it costs less than the drivers' own encoders.
 */

/** Ids, numbers and words that need no quoting. */
export const plainArray = (values: Iterable<string | bigint | number | null>): string => {
  const elements: string[] = []
  for (const value of values) elements.push(value === null ? 'NULL' : value.toString())
  return `{${elements.join(',')}}`
}

/** Any text. */
export const textArray = (values: Iterable<string | null>): string => {
  const elements: string[] = []
  for (const value of values) elements.push(value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)
  return `{${elements.join(',')}}`
}

/**
 * JSON texts. Such a text holds no control characters, so writing it as a JSON string escapes quotes and backslashes
 * and nothing else, which is how array literals want it; it costs a fifth of a replacement.
 */
export const jsonTextArray = (texts: Iterable<string | null>): string => {
  const elements: string[] = []
  for (const text of texts) elements.push(text === null ? 'NULL' : JSON.stringify(text))
  return `{${elements.join(',')}}`
}
