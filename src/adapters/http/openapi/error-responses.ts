import type { JsonSchema } from '../codecs/with-schema.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { ANSWERED_EVERYWHERE } from '../failures/protocol-failure.ts'
import { describeFields } from './descriptions/descriptions.ts'
import type { FailureExample, Surface } from '../surface/surface.ts'

/** A sample failure with every field that a row of the failure tables reads, so that each row can render it. */
const EXAMPLE_FAILURE = {
  message: 'What is wrong, in a sentence.',
  param: 'field',
  field: 'amount',
  id: 'resp_0197a1b2c3d47e5f8a6b9c0d1e2f3a4b',
  provider: 'yookassa',
  amount: 40_000_000n,
  left: 60_000_000n,
  room: 100_000_000n,
  refundId: '0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b',
  code: 'rejected_by_upstream',
  allowed: ['GET'],
  model: 'vendor/model',
  mayHaveWorked: true,
  retryAfterSeconds: 1,
  periodEndsAtMs: null,
  shortage: { neededMicro: 1_250_000n, heldMicro: 400_000n, availableMicro: 350_000n, isOfKey: false },
  problems: [{ place: 'body', path: ['field'], message: 'must be a string', type: 'invalid' }],
} as const

const EXAMPLE_REQUEST_ID = '0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b'

const BODY_FAILURES = ['malformed_json', 'payload_too_large', 'unsupported_media_type']

/** What can go wrong at every endpoint before and around its own handling. */
const impliedFailures = (endpoint: Endpoint): readonly string[] => [
  ...ANSWERED_EVERYWHERE,
  ...endpoint.authMethod.failures,
  ...(endpoint.unlimited === true ? [] : ['rate_limit_exceeded']),
  ...(endpoint.body === undefined ? [] : BODY_FAILURES),
]

interface ShownFailure extends FailureExample {
  readonly status: number
  readonly headers: readonly string[]
}

const shownFailure = (tag: string, surface: Surface): ShownFailure => {
  // Every row of the surface's table reads a part of the sample and nothing else.
  const { status, headers, body } = surface.errorResponse({ ...EXAMPLE_FAILURE, tag } as never, EXAMPLE_REQUEST_ID)
  return { tag, status, headers: Object.keys(headers), body }
}

const HEADERS: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>> = {
  'retry-after': { description: 'Seconds to wait before another attempt.', schema: { type: 'integer', minimum: 1 } },
  'x-should-retry': {
    description: 'Whether another attempt makes sense; official SDKs follow it.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'www-authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  'request-id': { description: 'The same as `x-request-id`.', schema: { type: 'string' } },
  allow: { description: 'The methods offered here.', schema: { type: 'string' } },
}

const headersOf = (shown: readonly ShownFailure[]): Readonly<Record<string, unknown>> => {
  const names = [...new Set(shown.flatMap(({ headers }) => headers))]
  return Object.fromEntries(names.map((name) => [name, HEADERS[name] ?? { schema: { type: 'string' } }]))
}

const responseOf = (shown: readonly ShownFailure[], surface: Surface): Readonly<Record<string, unknown>> => {
  const headers = headersOf(shown)
  return {
    description: shown.map(({ tag }) => `\`${tag}\``).join(', '),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: describeFields(surface.documents.errorSchema(shown), []),
        examples: Object.fromEntries(shown.map(({ tag, body }) => [tag, { value: body }])),
      },
    },
  }
}

/** The error answers of an endpoint by status, written by its surface as for a client. */
export const errorResponses = (endpoint: Endpoint): Readonly<Record<string, unknown>> => {
  const { surface } = endpoint
  const tags = [...new Set([...endpoint.failures, ...impliedFailures(endpoint)])]
  const byStatus = Map.groupBy(
    tags.map((tag) => shownFailure(tag, surface)),
    ({ status }) => status,
  )
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(statuses.map(([status, shown]) => [String(status), responseOf(shown, surface)]))
}
