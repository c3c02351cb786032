import { nameInRef } from '../codecs/with-schema.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'

/** Values that read well in an example, by the name of their field. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  email: 'ann@example.com',
  password: 'correct horse battery',
  current_password: 'correct horse battery',
  new_password: 'battery staple horse',
  display_name: 'Ann',
  name: 'My first key',
  model: 'sandbox/echo',
  prefix: 'sk-aiagg-3fQx',
  last_four: 'k9Zt',
  key: 'sk-aiagg-3fQx…k9Zt',
  currency: 'RUB',
  balance: '74.50',
  held: '0.50',
  available: '74.00',
  access_token: 'eyJhbGciOiJFZERTQSJ9.…',
  refresh_token: '9xQ7…',
  expires_in: 900,
  content: 'Hello, gateway',
  role: 'user',
  type: 'text',
  finish_reason: 'stop',
  logprobs: null,
  refusal: null,
  reasoning_content: null,
  reasoning_signature: null,
  tool_calls: null,
  index: 0,
  size: '1280x720',
  seconds: '4',
  status: 'completed',
  progress: 100,
  prompt: 'A red boat at sea',
  title: 'First words',
  error: null,
  spend_limit: '500.00',
  prompt_tokens: 9,
  completion_tokens: 2,
  total_tokens: 11,
  catalog_slug: 'sandbox/echo',
  b64_json: 'iVBORw0KGgoAAAANSUhEUgAA…',
  url: 'https://gateway.example.com/v1/media/0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b/0?exp=1767229200&sig=…',
  owned_by: 'sandbox',
  description: 'Top-up',
  confirmation_url: 'https://pay.example.com/confirm',
  next_cursor: null,
  identities: ['google'],
}

const UUID = '0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b'

type Schemas = Readonly<Record<string, JsonSchema>>

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined)

const fits = (value: unknown, schema: JsonSchema): boolean => {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return values.includes(value)
  const types = (Array.isArray(type) ? type : [type]) as readonly unknown[]
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array')
  return types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value))
}

const scalarOf = (schema: JsonSchema, name: string): unknown => {
  const type = firstOf(schema['type']) ?? schema['type']
  switch (type) {
    case 'string':
      return schema['format'] === 'uuid' || name === 'id' ? UUID : 'text'
    case 'integer':
    case 'number':
      return schema['minimum'] === undefined ? 1 : Math.max(1, Number(schema['minimum']))
    case 'boolean':
      return true
    default:
      return null
  }
}

/** The schemas of which a value fits one; null where a schema is none of several. */
export const membersOf = (schema: JsonSchema): readonly JsonSchema[] | null =>
  (schema['anyOf'] ?? null) as readonly JsonSchema[] | null

/**
 * A value that the schema accepts: the schema's own example, else a sample for fields known by name, else the simplest
 * value. Optional fields are left out where `isWhole` is false.
 */
export const schemaExample = (schema: JsonSchema, schemas: Schemas, isWhole: boolean, name = ''): unknown => {
  const { examples, const: constant, allOf, properties } = schema
  const named = nameInRef(schema)
  if (named !== null) return schemaExample(schemas[named] ?? {}, schemas, isWhole, name)
  if (Array.isArray(examples)) return firstOf(examples)
  if (constant !== undefined) return constant
  if (Object.hasOwn(BY_NAME, name) && fits(BY_NAME[name], schema)) return BY_NAME[name]
  if (Array.isArray(schema['enum'])) return firstOf(schema['enum'])
  const members = membersOf(schema)
  if (members !== null) return schemaExample(members[0] ?? {}, schemas, isWhole, name)
  if (Array.isArray(allOf)) {
    const parts = (allOf as JsonSchema[]).map((part) => schemaExample(part, schemas, isWhole, name))
    return Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})))
  }
  if (schema['type'] === 'array') return [schemaExample((schema['items'] ?? {}) as JsonSchema, schemas, isWhole)]
  if (schema['type'] !== 'object') return scalarOf(schema, name)
  const required = (schema['required'] ?? []) as readonly string[]
  const fields = Object.entries((properties ?? {}) as Schemas)
  const shown = isWhole || required.length === 0 ? fields : fields.filter(([field]) => required.includes(field))
  return Object.fromEntries(shown.map(([field, inner]) => [field, schemaExample(inner, schemas, isWhole, field)]))
}
