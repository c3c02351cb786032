import { REJECTION_CODES } from '../../../domain/routing/upstream-failure.ts'
import type { JsonSchema } from '../described.ts'
import type { Endpoint } from '../endpoint.ts'
import { type Envelope, errorAnswer } from '../envelope.ts'
import type { ApiFailure } from '../failures.ts'

/** What rows of the failure tables read, so that each can be asked how it looks. */
const SAMPLE = {
  message: 'What is wrong, in a sentence.',
  param: 'field',
  code: 'rejected_by_upstream',
  allowed: ['GET'],
  model: 'vendor/model',
  mayHaveWorked: true,
  retryAfterSeconds: 1,
  problems: [{ place: 'body', path: ['field'], message: 'must be a string', type: 'invalid' }],
} as const

const BODY_FAILURES = ['malformed_json', 'payload_too_large', 'unsupported_media_type', 'overloaded']

/** What can go wrong at every endpoint before and around its own handling. */
const impliedFailures = (endpoint: Endpoint): readonly string[] => [
  // Two `Host` headers, and a query parameter given twice, are refused everywhere.
  'malformed_request',
  'validation_error',
  'internal_error',
  'ledger_unavailable',
  ...(endpoint.auth === 'api_key' ? ['invalid_api_key'] : []),
  ...(endpoint.auth === 'session' || endpoint.auth === 'session_if_sent' ? ['unauthenticated'] : []),
  ...(endpoint.unlimited === true ? [] : ['rate_limit_exceeded']),
  ...(endpoint.body === undefined ? [] : BODY_FAILURES),
]

interface ShownFailure {
  readonly tag: string
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
  readonly code: string | null
}

const shownFailure = (tag: string, envelope: Envelope): ShownFailure => {
  // Every row reads a part of the sample and nothing else.
  const answer = errorAnswer({ ...SAMPLE, tag } as unknown as ApiFailure, envelope)
  const { error, code } = answer.body as { error?: { code: string }; code?: string }
  return {
    tag,
    status: answer.status,
    headers: Object.keys(answer.headers),
    body: answer.body,
    code: error?.code ?? code ?? null,
  }
}

/** What is wrong with a request in a vendor's eyes has several words, all of the same status but one. */
const codesOf = ({ tag, code }: ShownFailure): readonly string[] => {
  if (tag === 'rejected_by_upstream') return REJECTION_CODES.filter((word) => word !== 'payload_too_large')
  return code === null ? [] : [code]
}

const codesSchema = (shown: readonly ShownFailure[]): JsonSchema => ({
  type: 'string',
  enum: [...new Set(shown.flatMap(codesOf))],
})

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

const gatewaySchema = (shown: readonly ShownFailure[]): JsonSchema => {
  const error = {
    type: 'object',
    required: ['message', 'type', 'param', 'code'],
    properties: { message: text, type: text, param: textOrNull, code: codesSchema(shown) },
  }
  return { type: 'object', required: ['error'], properties: { error } }
}

const accountSchema = (shown: readonly ShownFailure[]): JsonSchema => {
  const worded = shown.filter(({ code }) => code !== null)
  const wordedSchema = {
    type: 'object',
    required: ['detail', 'code'],
    properties: { detail: text, code: codesSchema(worded) },
  }
  if (worded.length === shown.length) return wordedSchema
  const validation = { $ref: '#/components/schemas/HTTPValidationError' }
  return worded.length === 0 ? validation : { anyOf: [validation, wordedSchema] }
}

const HEADERS: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>> = {
  'retry-after': { description: 'Seconds to wait before another attempt.', schema: { type: 'integer', minimum: 1 } },
  'x-should-retry': {
    description: 'Whether another attempt makes sense; official SDKs follow it.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'www-authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  allow: { description: 'The methods offered here.', schema: { type: 'string' } },
}

const headersOf = (shown: readonly ShownFailure[]): Readonly<Record<string, unknown>> => {
  const names = [...new Set(shown.flatMap(({ headers }) => headers))]
  return Object.fromEntries(names.map((name) => [name, HEADERS[name] ?? { schema: { type: 'string' } }]))
}

const responseOf = (shown: readonly ShownFailure[], envelope: Envelope): Readonly<Record<string, unknown>> => {
  const headers = headersOf(shown)
  return {
    description: shown.map(({ tag }) => `\`${tag}\``).join(', '),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: envelope === 'gateway' ? gatewaySchema(shown) : accountSchema(shown),
        examples: Object.fromEntries(shown.map(({ tag, body }) => [tag, { value: body }])),
      },
    },
  }
}

/** The error answers of an endpoint by status, told by the very tables that write them. */
export const errorResponses = (endpoint: Endpoint): Readonly<Record<string, unknown>> => {
  const envelope: Envelope = endpoint.auth === 'api_key' ? 'gateway' : 'account'
  const tags = [...new Set([...endpoint.failures, ...impliedFailures(endpoint)])]
  const byStatus = Map.groupBy(
    tags.map((tag) => shownFailure(tag, envelope)),
    ({ status }) => status,
  )
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(statuses.map(([status, shown]) => [String(status), responseOf(shown, envelope)]))
}

/** The one error shape that is referred to: validation problems of the account interface (contract 2). */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  HTTPValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: { type: 'array', items: { type: ['string', 'integer'] } },
            msg: text,
            type: text,
          },
        },
      },
    },
  },
}
