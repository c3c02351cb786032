import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CountFailure } from '../../../application/gateway/chat/count-input-tokens.ts'
import type { NativeReach } from '../../../application/gateway/routing/native-reach.ts'
import type { NativeWire } from '../../../domain/catalog/model.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { BODY_LIMITS } from '../body/body-limits.ts'
import { count } from '../codecs/codecs.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { inCallersTerms } from '../paid-calls/in-callers-terms.ts'
import { json } from '../sending/http-response.ts'
import { callersPath } from './request/callers-path.ts'
import { promptRequest } from './request/message-request-codec.ts'
import { refusedEdit } from './request/refused-edit.ts'
import { toChatRequest } from './request/to-chat-request.ts'
import { isRefused } from './request/translation-notes.ts'
import { messagesSurface } from './surface.ts'

type CountInputTokens = (principal: GatewayPrincipal, request: ChatRequest) => Promise<Either<CountFailure, number>>

interface CountTokensDeps {
  readonly countInputTokens: CountInputTokens
  readonly nativeReach: (modelId: string, wire: NativeWire) => NativeReach
}

/** Anthropic's `messages.countTokens`. What can be asked of a model in this wire alone is counted by its letters. */
export const countTokensEndpoint = ({ countInputTokens, nativeReach }: CountTokensDeps): Endpoint =>
  endpoint({
    id: 'countMessageTokens',
    method: 'POST',
    path: '/v1/messages/count_tokens',
    surface: messagesSurface,
    auth: 'api_key',
    isLookUp: true,
    group: 'Messages',
    summary: 'Count the tokens of a request for a message',
    body: promptRequest,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 200,
      description: 'About how many tokens the prompt is: instructions, messages, tools and images. Free.',
      body: t.type({ input_tokens: count }, 'MessageTokensCount'),
    },
    failures: [
      'model_not_found',
      'unsupported_capability',
      'unsupported_parameter',
      'unsafe_url',
      'conflicting_token_limits',
    ],
    handle: async ({ body }, principal) => {
      const edit = refusedEdit(body)
      if (edit !== null) return left(edit)
      const reach = nativeReach(body.model, 'messages')
      const { request, failure, messagePaths, partPlaces } = toChatRequest(body, {
        keepsReasoning: reach === 'all',
        takesEffort: false,
        thinksWithTools: false,
      })
      if (failure !== null && isRefused(failure, reach)) return left(failure)
      const counted = await countInputTokens(principal, request)
      return isLeft(counted)
        ? left(inCallersTerms(counted.left, callersPath({ messagePaths, partPlaces, messages: body.messages })))
        : right(json(200, { input_tokens: counted.right }))
    },
  })
