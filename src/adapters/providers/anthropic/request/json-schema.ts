import type { Either } from 'fp-ts/lib/Either.js'
import { referenceOf, withoutLoss } from '../../fields/schema-references.ts'
import type { SchemaReading } from '../../fields/schema-references.ts'
import { demandsOf } from '../../fields/schema-words.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** Keywords that the provider enforces in an answer. The model gets the rest of a schema in words. */
const KEPT = ['$schema', '$id', 'title', 'description', 'default', 'const', 'enum', 'type', 'required'] as const

const FORMATS: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
])

const CONSTRAINTS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'if',
  'then',
  'else',
  'not',
] as const

/** What a tuple demands. The provider knows items of one schema alone, so the list itself is left open. */
const TUPLE_CONSTRAINTS = ['prefixItems', 'items', 'additionalItems', 'unevaluatedItems'] as const

/**
 * A JSON schema with nothing in it that the provider refuses: objects are closed, `oneOf` is `anyOf`. A Left names the
 * keyword that no such schema can say: an object whose names are open would come to be an empty one.
 */
export const toOutputSchema = (schema: unknown): Either<string, unknown> => withoutLoss(schema, toClosed)

/** Why a schema with this keyword is refused. */
export const unsayable = (keyword: string): string =>
  `Anthropic writes no JSON by a schema with '${keyword}' in this place: its objects have listed names alone, and ` +
  'nothing stands beside a reference.'

const toClosed = (schema: unknown, reading: SchemaReading): unknown => {
  const given = objectOf(schema)
  if (given === null) return schema
  const definitions = definitionsOf(given, reading)
  const reference = referenceOf(given, reading.root)
  if (reference !== null) {
    if (reference.beside !== null) reading.lose(reference.beside)
    return { $ref: reference.$ref, ...definitions }
  }
  const open = openBy(given)
  if (open !== null) reading.lose(open)
  const clean: Record<string, unknown> = {}
  for (const keyword of KEPT) if (given[keyword] !== undefined) clean[keyword] = given[keyword]
  const closed = (member: unknown): unknown => toClosed(member, reading)
  const anyOf = arrayOf(given['anyOf']) ?? arrayOf(given['oneOf'])
  if (anyOf !== null) clean['anyOf'] = anyOf.map(closed)
  const allOf = arrayOf(given['allOf'])
  if (allOf !== null) clean['allOf'] = allOf.map(closed)
  Object.assign(clean, definitions)
  const properties = objectOf(given['properties'])
  if (properties !== null) clean['properties'] = mapped(properties, reading)
  if (properties !== null || isObjectType(given['type'])) clean['additionalProperties'] = false
  const items = given['items']
  if (items !== undefined && !isTuple(given)) clean['items'] = closed(items)
  if (FORMATS.has(given['format'])) clean['format'] = given['format']
  const words = [stringOf(given['description']), ...constraintsOf(given)].filter((word) => word !== null)
  if (words.length > 0) clean['description'] = words.join('\n')
  return clean
}

const isObjectType = (type: unknown): boolean => type === 'object' || (arrayOf(type)?.includes('object') ?? false)

const namesIn = (value: unknown): number => Object.keys(objectOf(value) ?? {}).length

/** Keywords under which an object has names of a schema, which are not listed. */
const MAPS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'] as const

/**
 * The keyword by which an object has names that it does not list; null if it needs none. One that lists names and
 * may have others besides is whole without them.
 */
const openBy = (schema: Wire): string | null => {
  const map = MAPS.find((keyword) => namesIn(schema[keyword]) > 0)
  if (map !== undefined) return map
  const others = schema['additionalProperties'] ?? schema['unevaluatedProperties']
  if (!isObjectType(schema['type']) || others === false || namesIn(schema['properties']) > 0) return null
  const isListed = schema['properties'] !== undefined || PARTS.some((keyword) => schema[keyword] !== undefined)
  return others === undefined && isListed ? null : 'additionalProperties'
}

/** Where an object may list its names beside `properties`. */
const PARTS = ['anyOf', 'oneOf', 'allOf'] as const

/** A list of items is the older way to say `prefixItems`. */
const isTuple = (schema: Wire): boolean => schema['prefixItems'] !== undefined || Array.isArray(schema['items'])

const mapped = (schemas: Wire, reading: SchemaReading): Wire =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toClosed(schema, reading)]))

const definitionsOf = (schema: Wire, reading: SchemaReading): Wire =>
  Object.fromEntries(
    ['definitions', '$defs'].flatMap((keyword) => {
      const definitions = objectOf(schema[keyword])
      return definitions === null ? [] : [[keyword, mapped(definitions, reading)]]
    }),
  )

const constraintsOf = (schema: Wire): readonly string[] => [
  ...demandsOf(schema, CONSTRAINTS),
  ...(isTuple(schema) ? demandsOf(schema, TUPLE_CONSTRAINTS) : []),
  ...(arrayOf(schema['anyOf']) === null ? [] : demandsOf(schema, ['oneOf'])),
  ...(typeof schema['format'] === 'string' && !FORMATS.has(schema['format']) ? [`format: ${schema['format']}`] : []),
]
