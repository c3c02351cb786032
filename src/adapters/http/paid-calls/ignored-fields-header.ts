import { IGNORED_HEADER } from '../endpoint/paid-headers.ts'

const MAX_NAMES = 20
const MAX_NAME_CHARS = 64

/** Names are the caller's own words: what is no part of a field's path is not written into a header. */
const shown = (name: string): string => name.slice(0, MAX_NAME_CHARS).replace(/[^\w.$-]/g, '?')

/** The fields of a body, where they have a value, that its endpoint does not know, so that no provider is sent them. */
export const unknownFields = (body: object, known: ReadonlySet<string>): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) =>
    known.has(name) || value === null || value === undefined ? [] : [name],
  )

/** Which fields of the request a provider was not given, or not with their value; no header where there is none. */
export const ignoredFieldsHeader = (names: readonly string[]): Readonly<Record<string, string>> => {
  if (names.length === 0) return {}
  const rest = names.length - MAX_NAMES
  const listed = names.slice(0, MAX_NAMES).map(shown)
  return { [IGNORED_HEADER]: [...listed, ...(rest > 0 ? [`+${rest}`] : [])].join(', ') }
}

export const IGNORED_FIELDS_HEADER = {
  [IGNORED_HEADER]:
    'Fields of the request that were not sent to the provider, or with another value, where there are any.',
} as const
