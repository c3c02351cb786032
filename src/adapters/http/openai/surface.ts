import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Admission } from '../../../application/admission/admission.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { durationText } from '../../../domain/limits/duration-text.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import { REJECTION_CODES } from '../../../domain/routing/upstream-failure.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import { bearerOf, rateLimitFailure } from '../surface/auth-methods.ts'
import type { Arrival, AuthMethod, EndpointLimits, FailureExample, Surface } from '../surface/surface.ts'
import type { PaidSurface } from '../paid-calls/with-idempotency.ts'
import { openAiErrorResponse } from './openai-failures.ts'
import type { OpenAiFailure } from './openai-failures.ts'
import { openAiStream } from './stream-codec.ts'

/** The headers that every authenticated answer carries (contract 3). */
const rateLimitHeaders = (verdict: RateVerdict): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit-requests': String(verdict.limit),
  'x-ratelimit-remaining-requests': String(verdict.remaining),
  'x-ratelimit-reset-requests': durationText(verdict.resetMs),
})

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

const RATE_LIMIT_HEADERS: Readonly<Record<string, JsonSchema>> = {
  'x-ratelimit-limit-requests': { description: 'Requests in any 60 seconds.', schema: { type: 'integer' } },
  'x-ratelimit-remaining-requests': { description: 'Left now.', schema: { type: 'integer' } },
  'x-ratelimit-reset-requests': { description: 'Until all are back, like `1s` or `350ms`.', schema: text },
}

/** Reads the API key of `Authorization: Bearer …` and of nowhere else; the account's rate limit comes after it. */
const authenticateKey = async (
  { headers, state }: Arrival,
  _: EndpointLimits,
  admission: Admission,
): Promise<Either<OpenAiFailure, GatewayPrincipal>> => {
  const principal = await admission.authenticateKey(bearerOf(headers.authorization), state.clientAddress)
  if (isLeft(principal)) return principal
  state.userId = principal.right.userId
  const verdict = await admission.admitCall(principal.right)
  Object.assign(state.headers, rateLimitHeaders(verdict))
  const refusal = rateLimitFailure(verdict)
  return isLeft(refusal) ? refusal : principal
}

const apiKey: AuthMethod<GatewayPrincipal, 'invalid_api_key'> = {
  authenticate: authenticateKey,
  failures: ['invalid_api_key'],
  security: [{ apiKey: [] }],
  responseHeaders: RATE_LIMIT_HEADERS,
}

/** A provider's own refusal of a request has several codes, all with the same status but one. */
const codesOf = ({ tag, body }: FailureExample): readonly unknown[] =>
  tag === 'rejected_by_upstream'
    ? REJECTION_CODES.filter((code) => code !== 'payload_too_large')
    : [(body['error'] as { readonly code: string }).code]

const errorSchema = (examples: readonly FailureExample[]): JsonSchema => {
  const code = { type: 'string', enum: [...new Set(examples.flatMap(codesOf))] }
  const error = {
    type: 'object',
    required: ['message', 'type', 'param', 'code'],
    properties: { message: text, type: text, param: textOrNull, code },
  }
  return { type: 'object', required: ['error'], properties: { error } }
}

/** The public gateway in OpenAI's terms: authenticated by an API key, paid from the rouble wallet. */
export const openAiSurface: Surface<OpenAiFailure, { readonly api_key: typeof apiKey }, 'Gateway'> &
  PaidSurface<OpenAiFailure> = {
  name: 'openai',
  // Most clients that call an unknown path were written for this wire.
  pathPrefixes: ['/'],
  auth: { api_key: apiKey },
  errorResponse: openAiErrorResponse,
  stream: openAiStream,
  documents: {
    tags: { Gateway: 'The public gateway: OpenAI’s wire, authenticated by an API key, paid from the rouble wallet.' },
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `sk-aiagg-…`, made in the account area.' },
    },
    errorSchema,
    schemas: {},
  },
}
