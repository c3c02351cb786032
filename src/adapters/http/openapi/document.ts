import type * as t from 'io-ts'
import type { JsonSchema } from '../described.ts'
import type { Endpoint, Success } from '../endpoint.ts'
import { ERROR_SCHEMAS, errorResponses } from './error-responses.ts'
import { noted, noteOf } from './field-notes.ts'
import { type Components, jsonSchemaOf } from './json-schema.ts'
import { requestBodyOf } from './request-body.ts'
import { sampleOf } from './sample.ts'

export type OpenApiDocument = Readonly<Record<string, unknown>>

export interface DocumentInfo {
  readonly version: string
  /** Where clients reach the service, or `/`: where the document itself was read. */
  readonly serverUrl: string
  /** Where samples for people send their calls. */
  readonly baseUrl: string
}

/** Koa Router's pattern in OpenAPI's spelling. A rest parameter is one that may hold slashes. */
const documentPath = (path: string): string => path.replace(/[:*]([a-z_]+)/g, '{$1}')

const TAGS = {
  Gateway: 'The public gateway: OpenAI’s wire, authenticated by an API key, paid from the rouble wallet.',
  Auth: 'Signing up and in, tokens, sessions.',
  Account: 'What people see and change of themselves: profile, keys, wallets.',
  Conversations: 'Talking to models, what they made, and where it is kept; paid from the token wallet.',
  Billing: 'Buying money.',
  Service: 'Health, what is on offer, public keys, this document.',
} as const

type Tag = keyof typeof TAGS

const CONVERSATIONS = /^\/v1\/me\/(conversations|chat|generations|video-generations|gallery)(\/|$)/

const tagOf = ({ auth, path }: Endpoint): Tag => {
  if (auth === 'api_key') return 'Gateway'
  if (path.startsWith('/v1/auth/')) return 'Auth'
  if (CONVERSATIONS.test(path)) return 'Conversations'
  if (path.startsWith('/v1/me')) return 'Account'
  return path.startsWith('/v1/billing/') ? 'Billing' : 'Service'
}

const SECURITY: Readonly<Record<Endpoint['auth'], readonly Readonly<Record<string, readonly string[]>>[]>> = {
  none: [],
  api_key: [{ apiKey: [] }],
  session: [{ session: [] }],
  session_if_sent: [{}, { session: [] }],
}

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `sk-aiagg-…`, made in the account area.' },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a TokenPair, from login, refresh or social login.',
  },
}

type ParameterPlace = 'path' | 'query' | 'header'

const parametersOf = (
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
      schema: noteOf(name, schema),
    }
  })
}

const answerOf = (codec: t.Mixed, components: Components): JsonSchema => {
  const schema = jsonSchemaOf(codec, components)
  const example = sampleOf(schema, Object.fromEntries(components), true)
  return { 'application/json': { schema, example } }
}

const text = { type: 'string' }

const REQUEST_ID = { 'x-request-id': { description: 'A label for logs; an inbound valid one is kept.', schema: text } }

const RATE_LIMIT_HEADERS = {
  'x-ratelimit-limit-requests': { description: 'Requests in any 60 seconds.', schema: { type: 'integer' } },
  'x-ratelimit-remaining-requests': { description: 'Left now.', schema: { type: 'integer' } },
  'x-ratelimit-reset-requests': { description: 'Until all are back, like `1s` or `350ms`.', schema: text },
}

const contentOf = (success: Success, components: Components): JsonSchema | undefined => {
  const { body, alternatives = {} } = success
  if (body === undefined) return undefined
  const other = Object.entries(alternatives).map(([type, description]): readonly [string, JsonSchema] => [
    type,
    { schema: { ...text, description } },
  ])
  const main = typeof body === 'string' ? { [body]: { schema: text } } : answerOf(body, components)
  return { ...main, ...Object.fromEntries(other) }
}

const successesOf = (endpoint: Endpoint, components: Components): JsonSchema => {
  const { success } = endpoint
  const own = Object.entries(success.headers ?? {}).map(([name, description]): readonly [string, JsonSchema] => [
    name,
    { description, schema: text },
  ])
  const headers: JsonSchema = {
    ...REQUEST_ID,
    ...(endpoint.auth === 'api_key' ? RATE_LIMIT_HEADERS : {}),
    ...Object.fromEntries(own),
  }
  const content = contentOf(success, components)
  const withBody = content === undefined ? {} : { content }
  const others = Object.entries(success.otherStatuses ?? {}).map(
    ([status, description]): readonly [string, JsonSchema] => [
      status,
      { description, headers, ...(status === '206' ? withBody : {}) },
    ],
  )
  return {
    [String(success.status)]: { description: success.description, headers, ...withBody },
    ...Object.fromEntries(others),
  }
}

const operationOf = (endpoint: Endpoint, components: Components): JsonSchema => {
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
    ...parametersOf(endpoint.headers, 'header', components),
  ]
  const { body } = endpoint
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    security: SECURITY[endpoint.auth],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: requestBodyOf(endpoint, body, components) } }),
    responses: { ...successesOf(endpoint, components), ...errorResponses(endpoint) },
  }
}

const notedRequest = ([name, schema]: readonly [string, JsonSchema]): readonly [string, JsonSchema] => [
  name,
  /Request$|^StreamOptions$/.test(name) ? noted(schema) : schema,
]

/** OpenAPI 3.1 of these endpoints, made from what serves them. */
export const openApiDocument = (endpoints: readonly Endpoint[], info: DocumentInfo): OpenApiDocument => {
  const components: Components = new Map(Object.entries(ERROR_SCHEMAS))
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const item = (paths[documentPath(endpoint.path)] ??= {})
    item[endpoint.method.toLowerCase()] = operationOf(endpoint, components)
  }
  const used = new Set(endpoints.map(tagOf))
  const tags = Object.entries(TAGS).filter(([name]) => used.has(name as Tag))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Model gateway',
      version: info.version,
      summary: 'One OpenAI-compatible service over many AI vendors, sold from a prepaid rouble balance.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: info.serverUrl }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes, schemas: Object.fromEntries([...components].map(notedRequest)) },
  }
}
