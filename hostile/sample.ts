import type { Resolve, Schema } from './endpoint-data.ts'

/** The schema to use for a choice of several: the first that is not null. */
export const chosen = (given: Schema, resolve: Resolve): Schema => {
  const schema = resolve(given)
  const options = schema.anyOf ?? schema.oneOf
  const option = options?.map(resolve).find(({ type }) => type !== 'null')
  return option === undefined ? schema : chosen(option, resolve)
}

export const isList = (given: Schema, resolve: Resolve): boolean => {
  const schema = resolve(given)
  return schema.type === 'array' || (schema.anyOf ?? schema.oneOf ?? []).some((each) => isList(each, resolve))
}

/** The schema of a list's elements, where one of the choices is a list. */
export const elementOf = (given: Schema, resolve: Resolve): Schema | null => {
  const schema = resolve(given)
  if (schema.items !== undefined) return schema.items
  for (const each of schema.anyOf ?? schema.oneOf ?? []) {
    const found = elementOf(each, resolve)
    if (found !== null) return found
  }
  return null
}

/** A value that nearly fits a schema, so that the service reads all of it. */
export const sampleOf = (given: Schema, resolve: Resolve, depth = 0): unknown => {
  const schema = chosen(given, resolve)
  if (schema.enum !== undefined) return schema.enum[0]
  if (depth > 6) return null
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties).map(([name, each]) => [name, sampleOf(each, resolve, depth + 1)])
    return Object.fromEntries(entries)
  }
  if (schema.type === 'array') return schema.items === undefined ? [] : [sampleOf(schema.items, resolve, depth + 1)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return false
  if (schema.type === 'object') return {}
  return 'a'.repeat(Math.max(1, schema.minLength ?? 1))
}
