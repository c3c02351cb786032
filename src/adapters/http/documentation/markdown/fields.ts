import { nameInRef } from '../../codecs/with-schema.ts'
import type { JsonSchema } from '../../codecs/with-schema.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Deeper fields are left to the example. */
const MAX_DEPTH = 3

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const name = nameInRef(schema)
  return name === null ? schema : (schemas[name] ?? {})
}

const listed = (values: unknown): string =>
  (values as readonly unknown[]).map((value) => `\`${JSON.stringify(value)}\``).join(' or ')

const written = (bound: number): string => bound.toLocaleString('en')

/** A bound this far away only says that the number is an integer that JSON can carry. */
const NO_LIMIT = 1_000_000_000

/** Longer texts do not fit into a body: the bound says nothing of the field. */
const LONGEST_TEXT = 20_000_000

const rangeOf = (schema: JsonSchema, least: string, most: string, unit: string): readonly string[] => {
  const [from, to] = [schema[least], schema[most]]
  if (most === 'maxLength' && typeof to === 'number' && to > LONGEST_TEXT) return []
  if (typeof to === 'number' && to < NO_LIMIT) {
    const start = typeof from === 'number' && from !== 0 ? `${written(from)} to ` : 'at most '
    return [`${start}${written(to)}${unit}`]
  }
  return typeof from === 'number' && from > -NO_LIMIT ? [`at least ${written(from)}${unit}`] : []
}

const limitsOf = (schema: JsonSchema): readonly string[] => [
  ...rangeOf(schema, 'minimum', 'maximum', ''),
  ...rangeOf(schema, 'minLength', 'maxLength', ' characters'),
  ...rangeOf(schema, 'minItems', 'maxItems', ' items'),
  ...('default' in schema ? [`default \`${JSON.stringify(schema['default'])}\``] : []),
]

const plainType = (schema: JsonSchema): string => {
  const { type, const: constant, enum: values, format } = schema
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``
  if (values !== undefined) return listed(values)
  const named = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return typeof format === 'string' ? `${named} (${format})` : named
}

const bareType = (schema: JsonSchema): string => {
  const name = nameInRef(schema)
  if (name !== null) return name
  const members = (schema['anyOf'] ?? schema['allOf']) as readonly JsonSchema[] | undefined
  if (members !== undefined) return [...new Set(members.map(typeText))].join(' or ')
  const { type } = schema
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
  if (!isList) return plainType(schema)
  const items = `array of ${typeText((schema['items'] ?? {}) as JsonSchema)}`
  return Array.isArray(type) && type.includes('null') ? `${items} or null` : items
}

/** A schema in a few words: `array of ChatMessage, 1 to 4,096 items`, `integer or null`. */
const typeText = (schema: JsonSchema): string => [bareType(schema), ...limitsOf(schema)].join(', ')

/** The object inside a field: its own, its items', or the one it may be instead of null. */
const innerOf = (schema: JsonSchema, schemas: Schemas): JsonSchema | null => {
  const whole = resolved(schema, schemas)
  if (whole['properties'] !== undefined) return whole
  if (whole['items'] !== undefined) return innerOf(whole['items'] as JsonSchema, schemas)
  for (const member of (whole['anyOf'] ?? []) as readonly JsonSchema[]) {
    const inner = innerOf(member, schemas)
    if (inner !== null) return inner
  }
  return null
}

/** One field or parameter on one line: its name, its type, what it means. */
export const fieldLine = (name: string, schema: JsonSchema, isRequired: boolean): string => {
  const note = schema['description']
  const words = typeof note === 'string' ? ` ${note.replaceAll('\n', ' ')}` : ''
  return `- \`${name}\` ${typeText(schema)}${isRequired ? ', **required**' : ''}.${words}`
}

const fieldLines = (schema: JsonSchema, schemas: Schemas, depth: number): readonly string[] => {
  const inner = innerOf(schema, schemas)
  if (inner === null || depth > MAX_DEPTH) return []
  const required = new Set((inner['required'] ?? []) as readonly string[])
  return Object.entries(inner['properties'] as Schemas).flatMap(([name, field]) => [
    fieldLine(name, field, required.has(name)),
    ...fieldLines(field, schemas, depth + 1).map((line) => `  ${line}`),
  ])
}

/** The fields of an object as a list, those of the objects inside as lists inside it. */
export const fieldList = (schema: JsonSchema, schemas: Schemas): string => {
  const lines = fieldLines(schema, schemas, 1)
  return lines.length === 0 ? `A value of type ${typeText(schema)}.` : lines.join('\n')
}
