import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChatFailure } from '../../../application/gateway/chat/chat-call.ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { BODY_LIMITS } from '../body/body-limits.ts'
import { anyText, nullish } from '../codecs/codecs.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Call, Endpoint } from '../endpoint/endpoint.ts'
import { OPERATION_ID_HEADER } from '../endpoint/paid-headers.ts'
import type { ValidationError } from '../failures/protocol-failure.ts'
import { answerChat } from '../paid-calls/answer-chat.ts'
import type { AnswerChatDeps } from '../paid-calls/answer-chat.ts'
import { IGNORED_FIELDS_HEADER } from '../paid-calls/ignored-fields-header.ts'
import { withIdempotency } from '../paid-calls/with-idempotency.ts'
import { optionalIdempotencyKey } from '../endpoint/idempotency.ts'
import type { HttpResponse } from '../sending/http-response.ts'
import { message } from './answer/message-codec.ts'
import { messageWriter } from './answer/message-writer.ts'
import { MESSAGE_FAILURES } from './messages-failures.ts'
import { callersFailure, callersName } from './request/callers-name.ts'
import { messageRequest } from './request/message-request-codec.ts'
import type { MessageRequest } from './request/message-request-codec.ts'
import { toChatRequest } from './request/to-chat-request.ts'
import { messagesStream } from './stream-codec.ts'
import { messagesSurface } from './surface.ts'

interface CreateMessageDeps extends AnswerChatDeps {
  readonly keyedCalls: KeyedCalls
  /** About how many tokens the prompt of a request is. */
  readonly estimatePrompt: (request: ChatRequest) => number
}

const BETA = 'anthropic-beta'

const headers = t.intersection([optionalIdempotencyKey, t.partial({ [BETA]: nullish(anyText) })])

type AskFailure = ChatFailure | ValidationError

const askMessage =
  (deps: CreateMessageDeps) =>
  async (
    call: Call<unknown, unknown, t.TypeOf<typeof headers>, MessageRequest>,
    principal: GatewayPrincipal,
    operationId: string,
  ): Promise<Either<AskFailure, HttpResponse>> => {
    const translated = toChatRequest(call.body)
    const { request, ignoredFields, failure, messagePaths } = translated
    if (failure !== null) return left(failure)
    const writer = messageWriter({ requestId: call.requestId, promptTokens: () => deps.estimatePrompt(request) })
    const ignoredChatFields = (asked: ChatRequest) => deps.ignoredChatFields(asked).map(callersName)
    const answer = await answerChat({ ...deps, ignoredChatFields }, writer)(call, principal, {
      request,
      isStream: call.body.stream === true,
      operationId,
      // A beta is a word of Anthropic's to its own models.
      ignoredFields: (call.headers[BETA] ?? '') === '' ? ignoredFields : [...ignoredFields, BETA],
      ping: messagesStream.ping,
    })
    return isLeft(answer) ? left(callersFailure(answer.left, messagePaths)) : answer
  }

/** Anthropic's `messages.create`, by translation to the chat that every model of the catalogue understands. */
export const createMessageEndpoint = (deps: CreateMessageDeps): Endpoint =>
  endpoint({
    id: 'createMessage',
    method: 'POST',
    path: '/v1/messages',
    surface: messagesSurface,
    auth: 'api_key',
    group: 'Messages',
    summary: 'Answer a conversation on Anthropic’s wire, at once or as a stream',
    headers,
    body: messageRequest,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 200,
      description: 'A message, or a stream of events when `stream` is true.',
      body: message,
      alternatives: {
        'text/event-stream': [
          'With `stream`: `message_start`, the blocks of the content one after the other, `message_delta` with the usage',
          'and its `cost` in roubles, `message_stop`. `ping` fills silence. A stream that fails ends with the event `error`',
          'and no `message_stop`.',
        ].join(' '),
      },
      headers: {
        [OPERATION_ID_HEADER]: 'Names the call in receipts.',
        'x-gateway-cost-rub': 'The price in roubles, of an answer that is not streamed.',
        ...IGNORED_FIELDS_HEADER,
      },
    },
    failures: MESSAGE_FAILURES,
    handle: (call, principal) =>
      withIdempotency<MessageRequest, AskFailure>(
        messagesSurface,
        deps.keyedCalls,
        { scope: 'messages', afterCrash: 'fail' },
        (_, payer, operationId) => askMessage(deps)(call, payer, operationId),
      )(call, principal),
  })
