import type { Problem } from './validation.ts'

/** Escapes that can smuggle a NUL or half a surrogate pair through JSON; a body without them needs no walk. */
const SUSPECT = /\\u0000|\\u[dD][89a-fA-F]|\u0000/

/**
 * Text that PostgreSQL cannot store (NUL) or UTF-8 cannot write (a lone surrogate) is refused at the door:
 * it would be altered silently or fail deep inside.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const findBadText = (value: unknown, path: readonly (string | number)[]): readonly (string | number)[] | null => {
  if (typeof value === 'string') return isStorableText(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    if (!isStorableText(key)) return path
    const found = findBadText(item, [...path, Array.isArray(value) ? Number(key) : key])
    if (found !== null) return found
  }
  return null
}

/** The first string of a parsed JSON body that is not storable text, as a problem; null when all are. */
export const badTextIn = (raw: string, body: unknown): Problem | null => {
  if (!SUSPECT.test(raw)) return null
  const path = findBadText(body, [])
  return path === null
    ? null
    : { place: 'body', path, message: 'must not contain NUL or lone surrogates', type: 'malformed_text' }
}
