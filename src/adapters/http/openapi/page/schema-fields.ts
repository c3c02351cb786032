import type { JsonSchema } from '../../codecs/with-schema.ts'
import { html, formatInlineCode } from './html.ts'
import type { Html } from './html.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Deeper fields are left to the example. */
const MAX_DEPTH = 3

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const ref = schema['$ref']
  return typeof ref === 'string' ? (schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {}) : schema
}

const nameOf = (ref: unknown): string => (typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : '')

const listed = (values: unknown): string =>
  (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(' | ')

const written = (bound: number): string => bound.toLocaleString('en')

/** A bound this far away only says that the number is an integer that JSON can carry. */
const NO_LIMIT = 1_000_000_000

const rangeOf = (schema: JsonSchema, least: string, most: string, unit: string): readonly string[] => {
  const [from, to] = [schema[least], schema[most]]
  if (typeof to === 'number' && to < NO_LIMIT) {
    return [`${typeof from === 'number' ? written(from) : 0} to ${written(to)}${unit}`]
  }
  return typeof from === 'number' && from > -NO_LIMIT ? [`at least ${written(from)}${unit}`] : []
}

const limitsOf = (schema: JsonSchema): readonly string[] => [
  ...rangeOf(schema, 'minimum', 'maximum', ''),
  ...rangeOf(schema, 'minLength', 'maxLength', ' characters'),
  ...rangeOf(schema, 'minItems', 'maxItems', ' items'),
  ...('default' in schema ? [`default ${JSON.stringify(schema['default'])}`] : []),
]

const plainType = (schema: JsonSchema): string => {
  const { type, const: constant, enum: values, format } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (values !== undefined) return listed(values)
  const named = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return typeof format === 'string' ? `${named} (${format})` : named
}

const bareType = (schema: JsonSchema): string => {
  if (schema['$ref'] !== undefined) return nameOf(schema['$ref'])
  const members = (schema['anyOf'] ?? schema['allOf']) as readonly JsonSchema[] | undefined
  if (members !== undefined) return [...new Set(members.map((member) => typeText(member)))].join(' or ')
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
  const members = (whole['anyOf'] ?? []) as readonly JsonSchema[]
  for (const member of members) {
    const inner = innerOf(member, schemas)
    if (inner !== null) return inner
  }
  return null
}

/** One field or parameter: its name, its type, what it means. */
export const fieldRow = (
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  inside: Html | '' = '',
  place = '',
): Html => {
  const description = schema['description']
  const note = typeof description === 'string' ? html`<p>${formatInlineCode(description)}</p>` : ''
  const tag = isRequired ? html` <em>required</em>` : ''
  return html`<li>
    <code>${name}</code>${place === '' ? '' : html` <span class="type">in ${place}</span>`}
    <span class="type">${typeText(schema)}</span>${tag}${note}${inside}
  </li>`
}

const fieldList = (schema: JsonSchema, schemas: Schemas, depth: number): Html | '' => {
  const inner = innerOf(schema, schemas)
  if (inner === null || depth > MAX_DEPTH) return ''
  const required = new Set((inner['required'] ?? []) as readonly string[])
  const fields = Object.entries(inner['properties'] as Schemas)
  const rows = fields.map(([name, field]) => {
    const inside = fieldList(field, schemas, depth + 1)
    return fieldRow(name, field, required.has(name), inside)
  })
  const list = html`<ul class="fields">
    ${rows}
  </ul>`
  return depth === 1
    ? list
    : html`<details>
        <summary>Show fields</summary>
        ${list}
      </details>`
}

/** The fields of an object; those of the objects inside unfold. */
export const schemaFields = (schema: JsonSchema, schemas: Schemas): Html => {
  const list = fieldList(schema, schemas, 1)
  return list === '' ? html`<p><code>${typeText(schema)}</code></p>` : list
}
