import type { JsonSchema } from '../described.ts'
import { type Html, html, prose } from './html.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Deeper fields are left to the example. */
const DEEPEST = 3

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const ref = schema['$ref']
  return typeof ref === 'string' ? (schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {}) : schema
}

const nameOf = (ref: unknown): string => (typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : '')

const listed = (values: unknown): string =>
  (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(' | ')

const rangeOf = (schema: JsonSchema, least: string, most: string, unit: string): readonly string[] => {
  const [from, to] = [schema[least], schema[most]]
  if (typeof to === 'number') return [`${typeof from === 'number' ? from : 0} to ${to}${unit}`]
  return typeof from === 'number' ? [`at least ${from}${unit}`] : []
}

const limitsOf = (schema: JsonSchema): string =>
  [
    ...rangeOf(schema, 'minimum', 'maximum', ''),
    ...rangeOf(schema, 'minLength', 'maxLength', ' characters'),
    ...rangeOf(schema, 'minItems', 'maxItems', ' items'),
  ].join(', ')

const plainType = (schema: JsonSchema): string => {
  const { type, const: constant, enum: values, format } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (values !== undefined) return listed(values)
  const written = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return typeof format === 'string' ? `${written} (${format})` : written
}

/** A schema in a few words: `array of ChatMessage`, `integer or null, 1 to 100`. */
export const typeText = (schema: JsonSchema): string => {
  if (schema['$ref'] !== undefined) return nameOf(schema['$ref'])
  const members = (schema['anyOf'] ?? schema['allOf']) as readonly JsonSchema[] | undefined
  if (members !== undefined) return members.map((member) => typeText(member)).join(' or ')
  if (schema['type'] === 'array') return `array of ${typeText((schema['items'] ?? {}) as JsonSchema)}`
  const limits = limitsOf(schema)
  return limits === '' ? plainType(schema) : `${plainType(schema)}, ${limits}`
}

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

const rowsOf = (schema: JsonSchema, schemas: Schemas, prefix: string, depth: number): readonly Html[] => {
  const inner = innerOf(schema, schemas)
  if (inner === null || depth > DEEPEST) return []
  const required = new Set((inner['required'] ?? []) as readonly string[])
  return Object.entries(inner['properties'] as Schemas).flatMap(([name, field]) => {
    const description = field['description']
    const note = typeof description === 'string' ? prose(description) : ''
    return [
      html`<tr>
        <td>
          <span class="prefix">${prefix}</span><code>${name}</code>${required.has(name) ? html` <i>required</i>` : ''}
        </td>
        <td>${typeText(field)}</td>
        <td>${note}</td>
      </tr>`,
      ...rowsOf(field, schemas, `${prefix}${name}.`, depth + 1),
    ]
  })
}

/** The fields of an object, and of the objects inside, one a row. */
export const schemaTable = (schema: JsonSchema, schemas: Schemas): Html => {
  const rows = rowsOf(schema, schemas, '', 1)
  const title = typeText(schema)
  if (rows.length === 0) return html`<p><code>${title}</code></p>`
  return html`<p class="type"><code>${title}</code></p>
    <table>
      ${rows}
    </table>`
}
