/** A value that JSON can write and read back unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The value of a JSON text; undefined where it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether a value has fields; a list has, too. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether a value is an object of named fields and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value)

/** Whether a value is a text with at least one character. */
export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The value where it is a text. */
export const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Whether a field has a value: it is neither left out nor null. */
export const isGiven = <A>(value: A): value is NonNullable<A> => value !== undefined && value !== null

/** Whether a field asks for nothing in a wire in which no switch is on by itself. */
export const isOff = (value: unknown): boolean =>
  !isGiven(value) || value === false || (Array.isArray(value) && value.length === 0)

/** The fields of an object that have a value. */
export const givenFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (isGiven(fields[name])) given[name] = fields[name]
  return given
}
