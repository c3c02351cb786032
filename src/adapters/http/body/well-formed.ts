import type { Problem } from '../validation.ts'

/**
 * PostgreSQL cannot store a NUL and UTF-8 cannot write half a surrogate pair: such text would be altered silently or
 * fail deep inside, so it is refused at the edge.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Only text with one of these can hold what `flawIn` looks for: a NUL, a surrogate, or the key `__proto__`. */
const SUSPECT = /__proto__|\\u00(?:00|5[fF]|6[fF]|7[024])|\\u[dD][89a-fA-F]|\u0000/

export type Flaw =
  | { readonly tag: 'bad_text'; readonly problem: Problem }
  /** A key that sets an object's prototype wherever its fields are copied. */
  | { readonly tag: 'names_prototype' }

type Path = (string | number)[]

const badTextAt = (path: Path): Flaw => ({
  tag: 'bad_text',
  problem: {
    place: 'body',
    path: [...path],
    message: 'must not contain NUL or lone surrogates',
    type: 'malformed_text',
  },
})

/** Depth is bounded before parsing (`json-excess.ts`), so recursion is. `path` is one list, changed in place. */
const findFlaw = (value: unknown, path: Path): Flaw | null => {
  if (typeof value === 'string') return isStorableText(value) ? null : badTextAt(path)
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Readonly<Record<string, unknown>>
  const isList = Array.isArray(value)
  for (const key in fields) {
    if (!isList && key === '__proto__') return { tag: 'names_prototype' }
    if (!isStorableText(key)) return badTextAt(path)
    path.push(isList ? Number(key) : key)
    const flaw = findFlaw(fields[key], path)
    if (flaw !== null) return flaw
    path.pop()
  }
  return null
}

/** The first thing in a parsed JSON body that no endpoint takes; null for nearly all bodies, without a walk. */
export const flawIn = (text: string, body: unknown): Flaw | null => (SUSPECT.test(text) ? findFlaw(body, []) : null)
