import type { IncomingHttpHeaders } from 'node:http'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { whenKnown } from '../../../application/now-or-later.ts'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { durationText } from '../../../domain/limits/duration-text.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { ApiFailure } from '../failures/protocol-failure.ts'
import { bearerOf, rateLimitFailure } from './auth-methods.ts'
import type { AuthMethod } from './surface.ts'

/** Where clients of other APIs put their key, in the order in which they are read. */
const KEY_HEADERS = ['x-api-key', 'api-key', 'x-goog-api-key'] as const

/** The API key of `Authorization: Bearer …`, else of the first of the other headers that has one; empty without any. */
const apiKeyOf = (headers: IncomingHttpHeaders): string => {
  const bearer = bearerOf(headers.authorization)
  if (bearer !== '') return bearer
  for (const name of KEY_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

/** The headers that every authenticated answer of the gateway carries (contract 3). */
const rateLimitHeaders = (verdict: RateVerdict): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit-requests': String(verdict.limit),
  'x-ratelimit-remaining-requests': String(verdict.remaining),
  'x-ratelimit-reset-requests': durationText(verdict.resetMs),
})

/** The headers of a call that took tokens from the limit of its key. */
export const tokenLimitHeaders = (verdict: RateVerdict): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit-tokens': String(verdict.limit),
  'x-ratelimit-remaining-tokens': String(verdict.remaining),
  'x-ratelimit-reset-tokens': durationText(verdict.resetMs),
})

const RATE_LIMIT_HEADERS: Readonly<Record<string, JsonSchema>> = {
  'x-ratelimit-limit-requests': { description: 'Requests in any 60 seconds.', schema: { type: 'integer' } },
  'x-ratelimit-remaining-requests': { description: 'Left now.', schema: { type: 'integer' } },
  'x-ratelimit-reset-requests': {
    description: 'Until all are back, like `1s` or `350ms`.',
    schema: { type: 'string' },
  },
  'x-ratelimit-limit-tokens': {
    description: 'Tokens in any 60 seconds: on calls that are counted in tokens, of a key that has this limit.',
    schema: { type: 'integer' },
  },
  'x-ratelimit-remaining-tokens': {
    description: 'Left now, while this call takes the most it may use.',
    schema: { type: 'integer' },
  },
  'x-ratelimit-reset-tokens': { description: 'Until all are back, like `1m0s`.', schema: { type: 'string' } },
}

/** OpenAPI's description of the same headers. */
export const API_KEY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, `sk-aiagg-…`, made in the account area. The headers `x-api-key`, `api-key` and `x-goog-api-key` are read too.',
  },
}

/**
 * The holder of an API key calls; the account's rate limit comes after the key. `furtherHeaders` are those by which the
 * clients of one surface learn of the limit.
 */
export const apiKeyAuthWith = (
  furtherHeaders: (verdict: RateVerdict) => Readonly<Record<string, string>>,
): AuthMethod<GatewayPrincipal, 'invalid_api_key'> => ({
  authenticate: ({ headers, state }, { isLookUp }, admission) => {
    const admit = isLookUp === true ? admission.admitLookUp : admission.admitCall
    const finding = admission.authenticateKey(apiKeyOf(headers), state.clientAddress)
    return whenKnown(finding, (principal): NowOrLater<Either<ApiFailure, GatewayPrincipal>> => {
      if (isLeft(principal)) {
        if (principal.left.tag === 'invalid_api_key' && principal.left.misusedKeyOf !== undefined) {
          Object.assign(state, { userId: principal.left.misusedKeyOf, securityEvent: 'key_misuse' })
        }
        return principal
      }
      state.userId = principal.right.userId
      return whenKnown(admit(principal.right), (verdict) => {
        Object.assign(state.headers, rateLimitHeaders(verdict), furtherHeaders(verdict))
        const refusal = rateLimitFailure(verdict)
        return isLeft(refusal) ? refusal : principal
      })
    })
  },
  failures: ['invalid_api_key'],
  security: [{ apiKey: [] }],
  responseHeaders: RATE_LIMIT_HEADERS,
})

export const apiKeyAuth = apiKeyAuthWith(() => ({}))
