import { uuidOf } from './uuid.ts'

/** The public names of things of one kind: a prefix and a UUID. */
interface PrefixedId {
  readonly write: (id: string) => string
  /**
   * Reads either form, with the prefix or the bare UUID. Null for any other text, which can be no name of that kind.
   */
  readonly parse: (text: string) => string | null
}

export const prefixedId = (prefix: string): PrefixedId => ({
  write: (id) => `${prefix}${id}`,
  parse: (text) => uuidOf(text.startsWith(prefix) ? text.slice(prefix.length) : text),
})
