import type * as t from 'io-ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Surface } from '../surface/surface.ts'
import { errorResponses } from './error-responses.ts'
import { describeField, describeFields } from './descriptions/descriptions.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Components } from './json-schema.ts'
import { requestBodyOf } from './request-body.ts'
import { schemaExample } from './schema-example.ts'

export type OpenApiDocument = Readonly<Record<string, unknown>>

export interface DocumentInfo {
  /** Those of the endpoints, in the order of the document. */
  readonly surfaces: readonly Surface[]
  readonly version: string
  /** The address of the service for clients, or `/`: the server from which the document was read. */
  readonly serverUrl: string
  /** The address to which code samples send their calls. */
  readonly baseUrl: string
}

/** Koa Router's pattern in OpenAPI's spelling. A rest parameter is one that may hold slashes. */
const documentPath = (path: string): string => path.replace(/[:*]([a-z_]+)/g, '{$1}')

type ParameterPlace = 'path' | 'query' | 'header'

const parametersOf = (
  id: string,
  codec: t.Mixed | undefined,
  place: ParameterPlace,
  components: Components,
): readonly JsonSchema[] => {
  if (codec === undefined) return []
  const { properties, required } = jsonSchemaOf(codec, components)
  const needed = (required ?? []) as readonly string[]
  return Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(([field, schema]) => {
    const name = field === 'idempotency-key' ? 'Idempotency-Key' : field
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(field),
      schema: describeField(schema, [id, name]),
    }
  })
}

const answerOf = (id: string, codecs: readonly [t.Mixed, ...t.Mixed[]], components: Components): JsonSchema => {
  const [first, ...others] = codecs.map((codec) => describeFields(jsonSchemaOf(codec, components), [id]))
  const schema = others.length === 0 ? (first ?? {}) : { anyOf: [first, ...others] }
  const example = schemaExample(schema, Object.fromEntries(components), true)
  return { 'application/json': { schema, example } }
}

const text = { type: 'string' }

const REQUEST_ID = { 'x-request-id': { description: 'A label for logs; an inbound valid one is kept.', schema: text } }

/** The bodies of a success on the surface of the endpoint and on that of its variant. */
const bodiesOf = (body: t.Mixed, { variant }: Endpoint): readonly [t.Mixed, ...t.Mixed[]] => {
  const other = variant?.endpoint.success.body
  return other === undefined || typeof other === 'string' ? [body] : [body, other]
}

const contentOf = (endpoint: Endpoint, components: Components): JsonSchema | undefined => {
  const { body, alternatives = {} } = endpoint.success
  if (body === undefined) return undefined
  const other = Object.entries(alternatives).map(([type, description]): readonly [string, JsonSchema] => [
    type,
    { schema: { ...text, description } },
  ])
  const main =
    typeof body === 'string'
      ? { [body]: { schema: text } }
      : answerOf(endpoint.id, bodiesOf(body, endpoint), components)
  return { ...main, ...Object.fromEntries(other) }
}

const descriptionOf = ({ success: { description }, variant }: Endpoint): string =>
  variant === undefined
    ? description
    : `${description} With the header \`${variant.header}\`: ${variant.endpoint.success.description}`

const successesOf = (endpoint: Endpoint, components: Components): JsonSchema => {
  const { success } = endpoint
  const own = Object.entries(success.headers ?? {}).map(([name, description]): readonly [string, JsonSchema] => [
    name,
    { description, schema: text },
  ])
  const headers: JsonSchema = {
    ...REQUEST_ID,
    ...endpoint.authMethod.responseHeaders,
    ...Object.fromEntries(own),
  }
  const content = contentOf(endpoint, components)
  const withBody = content === undefined ? {} : { content }
  const others = Object.entries(success.otherStatuses ?? {}).map(
    ([status, description]): readonly [string, JsonSchema] => [
      status,
      { description, headers, ...(status === '206' ? withBody : {}) },
    ],
  )
  return {
    [String(success.status)]: { description: descriptionOf(endpoint), headers, ...withBody },
    ...Object.fromEntries(others),
  }
}

const variantParameters = ({ variant }: Endpoint, components: Components): readonly JsonSchema[] => {
  if (variant === undefined) return []
  const { header, endpoint } = variant
  const description = `Answers as the ${endpoint.group} surface does.`
  return [
    { name: header, in: 'header', required: false, description, schema: text },
    ...parametersOf(endpoint.id, endpoint.query, 'query', components),
  ]
}

const operationOf = (endpoint: Endpoint, components: Components): JsonSchema => {
  const parameters = [
    ...parametersOf(endpoint.id, endpoint.params, 'path', components),
    ...parametersOf(endpoint.id, endpoint.query, 'query', components),
    ...parametersOf(endpoint.id, endpoint.headers, 'header', components),
    ...variantParameters(endpoint, components),
  ]
  const { body } = endpoint
  return {
    operationId: endpoint.id,
    tags: [endpoint.group],
    summary: endpoint.summary,
    security: endpoint.authMethod.security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: requestBodyOf(endpoint, body, components) } }),
    responses: { ...successesOf(endpoint, components), ...errorResponses(endpoint) },
  }
}

/** OpenAPI 3.1 of these endpoints, derived from their codecs and failures. */
export const openApiDocument = (endpoints: readonly Endpoint[], info: DocumentInfo): OpenApiDocument => {
  const surfaces = info.surfaces.map(({ documents }) => documents)
  const components: Components = new Map(surfaces.flatMap(({ schemas }) => Object.entries(schemas)))
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const item = (paths[documentPath(endpoint.path)] ??= {})
    item[endpoint.method.toLowerCase()] = operationOf(endpoint, components)
  }
  const used = new Set(endpoints.map(({ group }) => group))
  const tags = surfaces.flatMap((surface) => Object.entries(surface.tags)).filter(([name]) => used.has(name))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Model gateway',
      version: info.version,
      summary:
        'One service in front of many AI providers, on the wires of OpenAI and Anthropic, paid from a prepaid rouble balance.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: info.serverUrl }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(surfaces.flatMap(({ securitySchemes }) => Object.entries(securitySchemes))),
      schemas: Object.fromEntries([...components].map(([name, schema]) => [name, describeFields(schema, [name])])),
    },
  }
}
