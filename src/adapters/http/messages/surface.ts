import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import { timeTexts } from '../../../domain/time-text.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { PaidSurface } from '../paid-calls/with-idempotency.ts'
import { API_KEY_SCHEMES, apiKeyAuthWith } from '../surface/api-key.ts'
import type { AuthMethod, FailureExample, Surface } from '../surface/surface.ts'
import { messagesErrorResponse } from './messages-failures.ts'
import type { MessagesFailure } from './messages-failures.ts'
import { messagesStream } from './stream-codec.ts'

const timeText = timeTexts()

/** The next whole second, which many calls have in common. */
const secondBehind = (ms: number): number => Math.ceil(ms / 1000) * 1000

const rateLimitHeaders = ({ limit, remaining, resetMs }: RateVerdict): Readonly<Record<string, string>> => ({
  'anthropic-ratelimit-requests-limit': String(limit),
  'anthropic-ratelimit-requests-remaining': String(remaining),
  'anthropic-ratelimit-requests-reset': timeText(secondBehind(Date.now() + resetMs)),
})

const text = { type: 'string' }

const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'request-id': { description: 'The same as `x-request-id`.', schema: text },
  'anthropic-ratelimit-requests-limit': {
    description: 'Requests in any 60 seconds.',
    schema: { type: 'integer' },
  },
  'anthropic-ratelimit-requests-remaining': { description: 'Left now.', schema: { type: 'integer' } },
  'anthropic-ratelimit-requests-reset': { description: 'When all are back (RFC 3339).', schema: text },
}

const gatewayKey = apiKeyAuthWith(rateLimitHeaders)

/** The gateway's API key authentication, with Anthropic's header names added. */
const apiKey: AuthMethod<GatewayPrincipal, 'invalid_api_key'> = {
  ...gatewayKey,
  authenticate: (arrival, limits, admission) => {
    const { headers } = arrival.state
    headers['request-id'] = headers['x-request-id'] ?? ''
    return gatewayKey.authenticate(arrival, limits, admission)
  },
  responseHeaders: { ...gatewayKey.responseHeaders, ...HEADERS },
}

const typeOf = ({ body }: FailureExample): unknown => (body['error'] as { readonly type: string }).type

const DETAILS = {
  type: 'object',
  description: 'Where `thread` is refused: Anthropic’s SDK sends the whole conversation then.',
  required: ['error_code', 'unsupported'],
  properties: { error_code: text, unsupported: { type: 'array', items: text } },
}

const errorSchema = (examples: readonly FailureExample[]): JsonSchema => {
  const type = { type: 'string', enum: [...new Set(examples.map(typeOf))] }
  const error = { type: 'object', required: ['type', 'message'], properties: { type, message: text, details: DETAILS } }
  return {
    type: 'object',
    required: ['type', 'error', 'request_id'],
    properties: { type: { const: 'error' }, error, request_id: text },
  }
}

/** The public gateway in Anthropic's terms: the same keys, models and prices as in OpenAI's. */
export const messagesSurface: Surface<MessagesFailure, { readonly api_key: typeof apiKey }, 'Messages'> &
  PaidSurface<MessagesFailure> = {
  name: 'messages',
  pathPrefixes: ['/v1/messages'],
  auth: { api_key: apiKey },
  errorResponse: messagesErrorResponse,
  stream: messagesStream,
  documents: {
    tags: { Messages: 'The public gateway on Anthropic’s wire: the same keys, models and prices.' },
    securitySchemes: API_KEY_SCHEMES,
    errorSchema,
    schemas: {},
  },
}
