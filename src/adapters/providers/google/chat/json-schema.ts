import type { Either } from 'fp-ts/lib/Either.js'
import { referenceOf, withoutLoss } from '../../fields/schema-references.ts'
import type { SchemaReading } from '../../fields/schema-references.ts'
import { demandsOf } from '../../fields/schema-words.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, objectOf, objectsIn } from '../../wire.ts'
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
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'unevaluatedProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'if',
  'then',
  'else',
  'not',
] as const

/** Names by a pattern, and which others there may be. Google knows no patterns, so it is to allow any name. */
const PATTERN_DEMANDS = ['patternProperties', 'additionalProperties'] as const

const LIST_KEYWORDS = ['prefixItems', 'anyOf', 'oneOf'] as const

/**
 * A JSON schema in the part of the language that Google accepts: `const` becomes an enum of one, `definitions`
 * becomes `$defs`, `allOf` is merged into its parent, and keywords that it would refuse stand in the description.
 * A Left names a keyword that binds the answer beside a reference, where Google takes none.
 */
export const toGoogleSchema = (value: unknown): Either<string, unknown> => withoutLoss(value, toSent)

const toSent = (value: unknown, reading: SchemaReading): unknown => {
  const schema = objectOf(value)
  if (schema === null) return value
  const definitions = { ...objectOf(schema['definitions']), ...objectOf(schema['$defs']) }
  const $defs = Object.keys(definitions).length === 0 ? {} : { $defs: eachSchema(definitions, reading) }
  const reference = referenceOf(schema, reading.root)
  if (reference !== null) {
    if (reference.beside !== null) reading.lose(reference.beside)
    return { ...namesOf(schema), $ref: renamed(reference.$ref), ...$defs }
  }
  const own = { ...ownFields(schema, reading), ...$defs }
  const members = arrayOf(schema['allOf'])
  if (members === null) return own
  const sent = members.map((member) => toSent(member, reading))
  // The reference of a list inside the list: only the whole list is known not to be one.
  if (objectsIn(sent).some(({ $ref }) => $ref !== undefined)) reading.lose('allOf')
  return merged([own, ...sent])
}

const namesOf = (schema: Wire): Wire =>
  Object.fromEntries(['$id', '$anchor'].flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])))

const renamed = ($ref: unknown): unknown => stringOf($ref)?.replace(/^#\/definitions\//, '#/$defs/') ?? $ref

/** What a schema says that is no reference, apart from its definitions and its `allOf`. */
const ownFields = (schema: Wire, reading: SchemaReading): Wire => {
  const fields: [string, unknown][] = []
  for (const keyword of PLAIN_KEYWORDS) if (schema[keyword] !== undefined) fields.push([keyword, schema[keyword]])
  const hasPatterns = Object.keys(objectOf(schema['patternProperties']) ?? {}).length > 0
  const demands = demandsOf(schema, hasPatterns ? [...DEMANDS, ...PATTERN_DEMANDS] : DEMANDS)
  if (demands.length > 0) {
    fields.push([
      'description',
      [stringOf(schema['description']), ...demands].filter((words) => words !== null).join('\n'),
    ])
  }
  if (schema['const'] !== undefined) fields.push(['enum', [schema['const']]])
  const sent = (member: unknown): unknown => toSent(member, reading)
  // A list of items is the older way to say `prefixItems`.
  const tuple = arrayOf(schema['items'])
  if (tuple !== null) fields.push(['prefixItems', tuple.map(sent)])
  const { items, additionalProperties: others } = schema
  if (items !== undefined && tuple === null) fields.push(['items', sent(items)])
  // Beside patterns it stands in words, whole: to read it all the same would write each level of it once more.
  if (hasPatterns) fields.push(['additionalProperties', true])
  else if (others !== undefined && !Array.isArray(others)) fields.push(['additionalProperties', sent(others)])
  for (const keyword of LIST_KEYWORDS) {
    const members = arrayOf(schema[keyword])
    if (members !== null) fields.push([keyword, members.map(sent)])
  }
  const properties = objectOf(schema['properties'])
  if (properties !== null) fields.push(['properties', eachSchema(properties, reading)])
  // `fromEntries` defines its fields, so that a field called `__proto__` stays a field like any other.
  return Object.fromEntries(fields)
}

const eachSchema = (schemas: Wire, reading: SchemaReading): Wire =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSent(schema, reading)]))

/**
 * All of these schemas as one. The first that has a field gives it; properties, required names and descriptions, which
 * hold demands too, are those of all. Each schema is read once: a client decides how many there are.
 */
const merged = (schemas: readonly unknown[]): Wire => {
  const fields = new Map<string, unknown>()
  const properties = new Map<string, unknown>()
  const required = new Set<unknown>()
  const descriptions = new Set<string>()
  for (const schema of schemas) {
    const member = objectOf(schema) ?? {}
    addNew(fields, member)
    addNew(properties, objectOf(member['properties']) ?? {})
    for (const name of arrayOf(member['required']) ?? []) required.add(name)
    const description = stringOf(member['description'])
    if (description !== null) descriptions.add(description)
  }
  if (descriptions.size > 0) fields.set('description', [...descriptions].join('\n'))
  if (properties.size > 0) fields.set('properties', Object.fromEntries(properties))
  if (required.size > 0) fields.set('required', [...required])
  return Object.fromEntries(fields)
}

const addNew = (known: Map<string, unknown>, fields: Wire): void => {
  for (const [name, value] of Object.entries(fields)) if (!known.has(name)) known.set(name, value)
}
