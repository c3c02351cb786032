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
  return (arrayOf(schema['allOf']) ?? []).map(toGoogleSchema).reduce<Wire>(merged, own)
}

const eachSchema = (schemas: Wire): Wire =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toGoogleSchema(schema)]))

const merged = (into: Wire, value: unknown): Wire => {
  const member = objectOf(value)
  if (member === null) return into
  const properties = { ...objectOf(member['properties']), ...objectOf(into['properties']) }
  const required = new Set([...(arrayOf(into['required']) ?? []), ...(arrayOf(member['required']) ?? [])])
  return {
    ...member,
    ...into,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.size === 0 ? {} : { required: [...required] }),
  }
}
