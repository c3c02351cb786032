import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CountFailure } from '../../../../application/gateway/chat/count-input-tokens.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { count } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { inCallersTerms } from '../../paid-calls/in-callers-terms.ts'
import { json } from '../../sending/http-response.ts'
import { countRequest } from '../response-input/response-request-codec.ts'
import { responsesSurface } from './surface.ts'
import { translateRequest } from './translate-request.ts'
import type { TranslateRequestDeps } from './translate-request.ts'

interface CountInputTokensDeps extends TranslateRequestDeps {
  readonly countInputTokens: (
    principal: GatewayPrincipal,
    request: ChatRequest,
  ) => Promise<Either<CountFailure, number>>
}

const tokenCounts = t.type({ object: t.literal('response.input_tokens'), input_tokens: count }, 'TokenCounts')

/** The count of what a request for a response would send to the model, with the responses that it continues. */
export const countInputTokensEndpoint = (deps: CountInputTokensDeps): Endpoint =>
  endpoint({
    id: 'countResponseInputTokens',
    method: 'POST',
    path: '/v1/responses/input_tokens',
    surface: responsesSurface,
    auth: 'api_key',
    isLookUp: true,
    group: 'Responses',
    summary: 'Count the tokens of an input',
    body: countRequest,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 200,
      description: 'About how many tokens the prompt is: instructions, items, tools and images. Free.',
      body: tokenCounts,
    },
    failures: [
      'model_not_found',
      'unsupported_capability',
      'unsupported_parameter',
      'unsafe_url',
      'conflicting_token_limits',
      'previous_response_not_found',
    ],
    handle: async (call, principal) => {
      const translated = await translateRequest(deps, principal.userId, call)
      if (isLeft(translated)) return translated
      const { request, pathOf } = translated.right
      const counted = await deps.countInputTokens(principal, request)
      if (isLeft(counted)) return left(inCallersTerms(counted.left, pathOf))
      return right(json(200, { object: 'response.input_tokens', input_tokens: counted.right }))
    },
  })
