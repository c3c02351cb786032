/** Longer than any name that is known here. */
const MAX_NAME_CHARS = 128

/**
 * A field's name as the most lenient server reads it: `max_tokens`, `maxTokens`, `MAX-TOKENS` and full-width letters are
 * one. Servers differ in what they take for the same name, so what must not pass is compared in this form.
 */
export const normalizedName = (name: string): string => {
  const read = name.slice(0, MAX_NAME_CHARS)
  // Nearly every name is spelt as it should be, and every request has several.
  if (PLAIN.test(read)) return read.replaceAll('_', '')
  return read
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const PLAIN = /^[a-z0-9_]*$/

/** The words of a name, however they are joined: `lastFrameUrl` and `last_frame-url` are last, frame, url. */
export const nameWords = (name: string): readonly string[] =>
  name
    .slice(0, MAX_NAME_CHARS)
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * The path of the first field inside a value, at any depth and through lists, whose name is forbidden; null when there
 * is none. Walks a list of its own and not the stack, however deep the value is.
 */
export const findForbiddenField = (
  value: unknown,
  isForbidden: (name: string, value: unknown) => boolean,
): string | null => {
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next.value)) continue
    const isList = Array.isArray(next.value)
    for (const [name, field] of Object.entries(next.value)) {
      if (field === null || field === undefined) continue
      const path = `${next.path}${name}`
      if (isForbidden(isList ? '' : name, field)) return path
      if (isObject(field)) waiting.push({ value: field, path: `${path}.` })
    }
  }
  return null
}
