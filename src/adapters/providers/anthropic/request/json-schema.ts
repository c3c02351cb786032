import { demandsOf } from '../../fields/schema-words.ts'
import { arrayOf, objectOf, stringOf } from '../../wire.ts'
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
  'minProperties',
  'maxProperties',
  'not',
] as const

/** A JSON schema with nothing in it that the provider refuses: objects are closed, `oneOf` is `anyOf`. */
export const toOutputSchema = (schema: unknown): unknown => {
  const given = objectOf(schema)
  if (given === null) return schema
  if (given['$ref'] !== undefined) return { $ref: given['$ref'], ...definitionsOf(given) }
  const clean: Record<string, unknown> = {}
  for (const keyword of KEPT) if (given[keyword] !== undefined) clean[keyword] = given[keyword]
  const anyOf = arrayOf(given['anyOf']) ?? arrayOf(given['oneOf'])
  if (anyOf !== null) clean['anyOf'] = anyOf.map(toOutputSchema)
  const allOf = arrayOf(given['allOf'])
  if (allOf !== null) clean['allOf'] = allOf.map(toOutputSchema)
  Object.assign(clean, definitionsOf(given))
  const properties = objectOf(given['properties'])
  if (properties !== null) clean['properties'] = mapped(properties)
  if (properties !== null || isObjectType(given['type'])) clean['additionalProperties'] = false
  const items = given['items']
  if (items !== undefined) clean['items'] = arrayOf(items)?.map(toOutputSchema) ?? toOutputSchema(items)
  if (FORMATS.has(given['format'])) clean['format'] = given['format']
  const words = [stringOf(given['description']), ...constraintsOf(given)].filter((word) => word !== null)
  if (words.length > 0) clean['description'] = words.join('\n')
  return clean
}

const isObjectType = (type: unknown): boolean => type === 'object' || (arrayOf(type)?.includes('object') ?? false)

const mapped = (schemas: Wire): Wire =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toOutputSchema(schema)]))

const definitionsOf = (schema: Wire): Wire =>
  Object.fromEntries(
    ['definitions', '$defs'].flatMap((keyword) => {
      const definitions = objectOf(schema[keyword])
      return definitions === null ? [] : [[keyword, mapped(definitions)]]
    }),
  )

const constraintsOf = (schema: Wire): readonly string[] => [
  ...demandsOf(schema, CONSTRAINTS),
  ...(typeof schema['format'] === 'string' && !FORMATS.has(schema['format']) ? [`format: ${schema['format']}`] : []),
]
