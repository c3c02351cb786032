import { demandsOf } from '../../fields/schema-words.ts'
import { arrayOf, objectOf, stringOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** Keywords that Google reads and whose value is no schema. */
const PLAIN_KEYWORDS = [
  '$id',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'required',
  'propertyOrdering',
] as const

/** Keywords that Google refuses, and that bind the answer all the same. */
const DEMANDS = [
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'not',
] as const

const SCHEMA_KEYWORDS = ['items', 'additionalProperties'] as const
const LIST_KEYWORDS = ['prefixItems', 'anyOf', 'oneOf'] as const

/**
 * A JSON schema in the part of the language that Google accepts: `const` becomes an enum of one, `definitions`
 * becomes `$defs`, `allOf` is merged into its parent, and keywords that it would refuse stand in the description.
 */
export const toGoogleSchema = (value: unknown): unknown => {
  const schema = objectOf(value)
  if (schema === null) return value
  const fields: [string, unknown][] = []
  for (const keyword of PLAIN_KEYWORDS) if (schema[keyword] !== undefined) fields.push([keyword, schema[keyword]])
  // Beside a reference nothing else is read.
  const demands = schema['$ref'] === undefined ? demandsOf(schema, DEMANDS) : []
  if (demands.length > 0) {
    fields.push([
      'description',
      [stringOf(schema['description']), ...demands].filter((words) => words !== null).join('\n'),
    ])
  }
  if (schema['const'] !== undefined) fields.push(['enum', [schema['const']]])
  const reference = stringOf(schema['$ref'])
  if (reference !== null) fields.push(['$ref', reference.replace(/^#\/definitions\//, '#/$defs/')])
  // A list of items is the older way to say `prefixItems`.
  const tuple = arrayOf(schema['items'])
  if (tuple !== null) fields.push(['prefixItems', tuple.map(toGoogleSchema)])
  for (const keyword of SCHEMA_KEYWORDS) {
    if (schema[keyword] !== undefined && !Array.isArray(schema[keyword]))
      fields.push([keyword, toGoogleSchema(schema[keyword])])
  }
  for (const keyword of LIST_KEYWORDS) {
    const members = arrayOf(schema[keyword])
    if (members !== null) fields.push([keyword, members.map(toGoogleSchema)])
  }
  const properties = objectOf(schema['properties'])
  if (properties !== null) fields.push(['properties', eachSchema(properties)])
  const definitions = { ...objectOf(schema['definitions']), ...objectOf(schema['$defs']) }
  if (Object.keys(definitions).length > 0) fields.push(['$defs', eachSchema(definitions)])
  // `fromEntries` defines its fields, so that a field called `__proto__` stays a field like any other.
  const own: Wire = Object.fromEntries(fields)
  const members = arrayOf(schema['allOf'])
  return members === null ? own : merged([own, ...members.map(toGoogleSchema)])
}

const eachSchema = (schemas: Wire): Wire =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toGoogleSchema(schema)]))

/**
 * All of these schemas as one. The first that has a field gives it; properties and required names are those of all.
 * Each schema is read once: a client decides how many there are.
 */
const merged = (schemas: readonly unknown[]): Wire => {
  const fields = new Map<string, unknown>()
  const properties = new Map<string, unknown>()
  const required = new Set<unknown>()
  for (const schema of schemas) {
    const member = objectOf(schema) ?? {}
    addNew(fields, member)
    addNew(properties, objectOf(member['properties']) ?? {})
    for (const name of arrayOf(member['required']) ?? []) required.add(name)
  }
  if (properties.size > 0) fields.set('properties', Object.fromEntries(properties))
  if (required.size > 0) fields.set('required', [...required])
  return Object.fromEntries(fields)
}

const addNew = (known: Map<string, unknown>, fields: Wire): void => {
  for (const [name, value] of Object.entries(fields)) if (!known.has(name)) known.set(name, value)
}
