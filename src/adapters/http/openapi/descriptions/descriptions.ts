import type { JsonSchema } from '../../codecs/with-schema.ts'
import { ACCOUNT_FIELDS } from './account-fields.ts'
import { CHAT_FIELDS } from './chat-fields.ts'
import { ERROR_FIELDS } from './error-fields.ts'
import { MEDIA_FIELDS } from './media-fields.ts'
import { OPERATOR_FIELDS } from './operator-fields.ts'
import { PAGE_FIELDS } from './page-fields.ts'
import { REQUEST_FIELDS } from './request-fields.ts'
import { USAGE_FIELDS } from './usage-fields.ts'
import { isRecord } from '../../../../domain/json.ts'

/**
 * What fields mean, by name. A name means the same everywhere, unless a longer row says otherwise: the row
 * `error.type` is for `type` inside a field or a schema `error`.
 */
export type Descriptions = Readonly<Record<string, string>>

/** Each name stands in one of them. */
export const DESCRIPTION_TABLES: readonly Descriptions[] = [
  ACCOUNT_FIELDS,
  USAGE_FIELDS,
  MEDIA_FIELDS,
  CHAT_FIELDS,
  REQUEST_FIELDS,
  PAGE_FIELDS,
  ERROR_FIELDS,
  OPERATOR_FIELDS,
]

/** A codec's own description takes precedence over these. */
const FIELD_DESCRIPTIONS: Descriptions = Object.fromEntries(DESCRIPTION_TABLES.flatMap(Object.entries<string>))

/** The row of the longest end of the path: of `A.b.c`, else of `b.c`, else of `c`. */
const descriptionAt = (path: readonly string[]): string | undefined => {
  for (const [start] of path.entries()) {
    const name = path.slice(start).join('.')
    if (Object.hasOwn(FIELD_DESCRIPTIONS, name)) return FIELD_DESCRIPTIONS[name]
  }
  return undefined
}

const isSchema = (value: unknown): value is JsonSchema => isRecord(value)

/** A field of a schema or a parameter of an operation, and all fields inside it, with what they mean. */
export const describeField = (schema: JsonSchema, path: readonly string[]): JsonSchema => {
  const described = describeFields(schema, path)
  const note = schema['description'] === undefined ? descriptionAt(path) : undefined
  return note === undefined ? described : { ...described, description: note }
}

const MEMBERS = ['anyOf', 'allOf', 'oneOf']

/** A schema whose fields say what they mean. `path` is the name of the schema or the operation, then of the fields. */
export const describeFields = (schema: JsonSchema, path: readonly string[]): JsonSchema => {
  const entries = Object.entries(schema).map(([word, value]): readonly [string, unknown] => {
    if (word === 'properties' && isSchema(value)) {
      const fields = Object.entries(value as Readonly<Record<string, JsonSchema>>)
      return [word, Object.fromEntries(fields.map(([name, each]) => [name, describeField(each, [...path, name])]))]
    }
    if ((word === 'items' || word === 'additionalProperties') && isSchema(value)) {
      return [word, describeFields(value, path)]
    }
    if (!MEMBERS.includes(word)) return [word, value]
    return [word, (value as readonly JsonSchema[]).map((member) => describeFields(member, path))]
  })
  return Object.fromEntries(entries)
}
