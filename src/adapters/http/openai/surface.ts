import { REJECTION_CODES } from '../../../domain/routing/upstream-failure.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { PaidSurface } from '../paid-calls/with-idempotency.ts'
import { API_KEY_SCHEMES, apiKeyAuth } from '../surface/api-key.ts'
import type { FailureExample, Surface } from '../surface/surface.ts'
import { openAiErrorResponse } from './openai-failures.ts'
import type { OpenAiFailure } from './openai-failures.ts'
import { openAiStream } from './stream-codec.ts'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

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
export const openAiSurface: Surface<OpenAiFailure, { readonly api_key: typeof apiKeyAuth }, 'Gateway'> &
  PaidSurface<OpenAiFailure> = {
  name: 'openai',
  // Most clients that call an unknown path were written for this wire.
  pathPrefixes: ['/'],
  auth: { api_key: apiKeyAuth },
  errorResponse: openAiErrorResponse,
  stream: openAiStream,
  documents: {
    tags: { Gateway: 'The public gateway: OpenAI’s wire, authenticated by an API key, paid from the rouble wallet.' },
    securitySchemes: API_KEY_SCHEMES,
    errorSchema,
    schemas: {},
  },
}
