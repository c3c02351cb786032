import type * as t from 'io-ts'
import type { MultipartForm } from '../body/form-to-object.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { describeFields } from './descriptions/descriptions.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Components } from './json-schema.ts'
import { REQUEST_EXAMPLES } from './request-examples.ts'
import { membersOf, schemaExample } from './schema-example.ts'

const FILE = { type: 'string', format: 'binary' }

const isFile = (schema: JsonSchema): boolean => schema['format'] === 'binary'

const isList = ({ type }: JsonSchema): boolean =>
  type === 'array' || (Array.isArray(type) && (type as unknown[]).includes('array'))

const entriesOf = (schemas: unknown): readonly (readonly [string, JsonSchema])[] =>
  Object.entries((schemas ?? {}) as Readonly<Record<string, JsonSchema>>)

/** The same without files, which JSON cannot hold. */
const withoutFiles = (schema: JsonSchema): JsonSchema => {
  const members = membersOf(schema)
    ?.filter((member) => !isFile(member))
    .map(withoutFiles)
  if (members !== undefined) {
    const { anyOf: _, ...rest } = schema
    const [only, ...others] = members
    return others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: members }
  }
  const { properties, items } = schema
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(entriesOf(properties).map(([name, each]) => [name, withoutFiles(each)])) }),
    ...(items === undefined ? {} : { items: withoutFiles(items as JsonSchema) }),
  }
}

/** A field of the form whose part is a file. Where it is a list, every part of its name is one element. */
const fileField = (name: string, schema: JsonSchema): readonly (readonly [string, JsonSchema])[] => {
  const list = membersOf(schema)?.find(isList) ?? schema
  if (!isList(list)) return [[name, FILE]]
  const field = { type: 'array', items: FILE, maxItems: list['maxItems'], description: 'One part for each image.' }
  return [
    [name, field],
    [`${name}[]`, { ...field, description: `The same as \`${name}\`.` }],
  ]
}

/**
 * The fields of the JSON body as parts of a form. A list of files may have either of two names, so none is required.
 */
const formSchema = (schema: JsonSchema, form: MultipartForm): JsonSchema => {
  const fields = entriesOf(schema['properties']).flatMap(([name, each]) =>
    form.files.includes(name) ? fileField(name, each) : [[name, withoutFiles(each)] as const],
  )
  const needed = (schema['required'] ?? []) as readonly string[]
  const required = form.isOnly === true ? needed : needed.filter((name) => !form.files.includes(name))
  return { type: 'object', properties: Object.fromEntries(fields), required }
}

/** The media types of a request body with their schemas, and an example that the sandbox answers with a success. */
export const requestBodyOf = ({ id, multipart }: Endpoint, body: t.Mixed, components: Components): JsonSchema => {
  const schema = jsonSchemaOf(body, components)
  const json = describeFields(withoutFiles(schema), [id])
  const example = REQUEST_EXAMPLES[id] ?? schemaExample(json, Object.fromEntries(components), false)
  if (multipart === undefined) return { 'application/json': { schema: json, example } }
  const form = { schema: describeFields(formSchema(schema, multipart), [id]) }
  return multipart.isOnly === true
    ? { 'multipart/form-data': { ...form, example } }
    : { 'application/json': { schema: json, example }, 'multipart/form-data': form }
}
