import type { CheckedDocument } from './openapi-check.ts'

type Schema = Readonly<Record<string, unknown>>

/** A field, parameter or header of the document. */
export interface DocumentedField {
  /** `Schema.field.field`, or `operation.field` where the schema has no name. */
  readonly path: string
  readonly description: string | null
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly description?: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Contents }
  readonly responses: Readonly<Record<string, RawResponse>>
}

interface RawResponse {
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Contents
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>

const schemasIn = (value: unknown): readonly Schema[] => {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(schemasIn)
  return typeof value === 'object' && value !== null ? [value as Schema] : []
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const fieldsOf = (schema: Schema, path: string): readonly DocumentedField[] => {
  const own = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>)
  const parts = ['items', 'additionalProperties', 'anyOf', 'allOf', 'oneOf'].flatMap((word) => schemasIn(schema[word]))
  return [
    ...own.flatMap(([name, field]) => [
      { path: `${path}.${name}`, description: textOrNull(field['description']) },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...parts.flatMap((part) => fieldsOf(part, path)),
  ]
}

const fieldsOfContent = (content: Contents | undefined, path: string): readonly DocumentedField[] =>
  Object.values(content ?? {}).flatMap(({ schema }) => fieldsOf(schema ?? {}, path))

const fieldsOfOperation = ({ operationId: id, ...operation }: RawOperation): readonly DocumentedField[] => [
  ...(operation.parameters ?? []).map(({ name, description, schema }) => ({
    path: `${id}.${name}`,
    description: description ?? textOrNull(schema['description']),
  })),
  ...fieldsOfContent(operation.requestBody?.content, id),
  ...Object.values(operation.responses).flatMap(({ headers, content }) => [
    ...Object.entries(headers ?? {}).map(([name, header]) => ({
      path: `${id}.${name}`,
      description: header.description ?? null,
    })),
    ...fieldsOfContent(content, id),
  ]),
]

/** Every field of every request and answer, every parameter and every header of the document. */
export const documentedFields = (document: CheckedDocument): readonly DocumentedField[] => [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name)),
  ...Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => fieldsOfOperation(operation as unknown as RawOperation)),
  ),
]
