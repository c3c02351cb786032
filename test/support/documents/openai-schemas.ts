import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The published schemas, kept beside the repository and not in it: two selections of the same document. */
const FILES = ['openai-schemas.json', 'openai-schemas-more.json'].map((name) =>
  resolve(import.meta.dirname, '../../../../shared/reference', name),
)

type Schema = Readonly<Record<string, unknown>>

const objectOf = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

/** What is wrong with a value, by the part of JSON Schema that these documents use. */
const problemsOf = (schemas: Schema, schema: Schema, value: unknown, at: string): readonly string[] => {
  const { $ref: reference } = schema
  if (typeof reference === 'string') {
    return problemsOf(schemas, objectOf(schemas[reference.split('/').at(-1) ?? '']), value, at)
  }
  if (value === null && schema['nullable'] === true) return []
  const inner = (part: unknown) => problemsOf(schemas, objectOf(part), value, at)
  const any = listOf(schema['anyOf'] ?? schema['oneOf'])
  const fits = any.length === 0 || any.some((part) => inner(part).length === 0)
  const type = schema['type']
  const isType = typeof type !== 'string' || TYPES[type]?.(value) === true
  const values = listOf(schema['enum'])
  if (!fits) return [`${at} fits none of ${any.length} shapes`]
  if (!isType) return [`${at} is no ${type}`]
  if (values.length > 0 && !values.includes(value)) return [`${at} is none of ${values.join(', ')}`]
  const fields = objectOf(value)
  const missing = listOf(schema['required']).filter((name) => !(String(name) in fields))
  const properties = Object.entries(objectOf(schema['properties'])).filter(([name]) => name in fields)
  return [
    ...listOf(schema['allOf']).flatMap(inner),
    ...(isObject(value) ? missing.map((name) => `${at}.${String(name)} is missing`) : []),
    ...(isObject(value)
      ? properties.flatMap(([name, part]) => problemsOf(schemas, objectOf(part), fields[name], `${at}.${name}`))
      : []),
    ...(Array.isArray(value)
      ? value.flatMap((item, index) => problemsOf(schemas, objectOf(schema['items']), item, `${at}.${index}`))
      : []),
  ]
}

const isObject = (value: unknown): boolean => TYPES['object']?.(value) === true

/** Null if the published schemas are at hand, else how to name their want. */
export const missingSchemas = (): string | null =>
  FILES.every((file) => existsSync(file))
    ? null
    : 'the published OpenAI schemas (../shared/reference/openai-schemas.json and its sequel are not there)'

const schemasIn = (file: string): Schema =>
  objectOf(objectOf((JSON.parse(readFileSync(file, 'utf8')) as Schema)['components'])['schemas'])

export type SchemaCheck = (value: unknown) => void

/**
 * A check of answers against one published schema, which throws with everything that is wrong. Null if the
 * schemas are not at hand, unless REQUIRE_SERVICES=1 makes that an error.
 */
export const openAiSchema = (name: string): SchemaCheck | null => {
  const missing = missingSchemas()
  if (missing !== null) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(`the tests need ${missing}`)
    return null
  }
  const schemas = FILES.map(schemasIn).find((some) => name in some)
  if (schemas === undefined) throw new Error(`the published schemas have no ${name}`)
  const schema = schemas[name]
  return (value) => {
    const problems = problemsOf(schemas, objectOf(schema), value, name)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}
