import { isLeft, left } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { NativeReach } from '../../../../application/gateway/routing/native-reach.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { ChatFailure } from '../../../../application/gateway/chat/chat-call.ts'
import type { PreviousResponseNotFound } from '../../../../application/responses/continue-response.ts'
import type { Overloaded } from '../../../../application/responses/keeping.ts'
import type { RecordResponse } from '../../../../application/responses/record-response.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import type { NativeWire } from '../../../../domain/catalog/model.ts'
import { EXACT_FIELDS, responseIdOf } from '../../../../domain/responses/stored-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { answerChat } from '../../paid-calls/answer-chat.ts'
import type { AnswerChatDeps } from '../../paid-calls/answer-chat.ts'
import { CHAT_ANSWER_HEADERS } from '../../paid-calls/chat-answer-headers.ts'
import { inCallersTerms } from '../../paid-calls/in-callers-terms.ts'
import { shortenHeader } from '../../paid-calls/shortened-answers.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import type { PaidCallHandler } from '../../paid-calls/with-idempotency.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { response } from '../response-output/response-codec.ts'
import { responseWriter } from '../response-output/response-writer.ts'
import { responseRequest } from '../response-input/response-request-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { toolsWithoutReasoning } from '../response-input/tools-without-reasoning.ts'
import { responsesStream } from '../response-output/stream-codec.ts'
import { leftOutOfNative, nativeRequest } from './native-request.ts'
import { responsesSurface } from './surface.ts'
import { translateRequest } from './translate-request.ts'
import type { TranslateRequestDeps } from './translate-request.ts'

interface CreateResponseDeps extends AnswerChatDeps, TranslateRequestDeps {
  readonly keyedCalls: KeyedCalls
  readonly recordResponse: RecordResponse
  /** Whether this installation stores responses. */
  readonly storesResponses: boolean
  readonly nativeReach: (modelId: string, wire: NativeWire) => NativeReach
  readonly hidesReasoning: (modelId: string) => boolean
  readonly thinksWithTools: (modelId: string, wire: NativeWire) => boolean
}

const headers = t.intersection([optionalIdempotencyKey, shortenHeader])

type ResponseFailure = ChatFailure | PreviousResponseNotFound | Overloaded

/** Answers one request, behind the responses that it continues, and stores what it answers. */
const answerResponse = (
  deps: CreateResponseDeps,
): PaidCallHandler<ResponseRequest, ResponseFailure, t.TypeOf<typeof headers>> => {
  const answerCall = answerChat(deps)
  return async (call, principal, operationId) => {
    const { userId } = principal
    const translating = translateRequest(deps, userId, call)
    const translated = translating instanceof Promise ? await translating : translating
    if (isLeft(translated)) return translated
    const { names, tools, pathOf, previous, input, whole } = translated.right
    const isFree = deps.thinksWithTools(call.body.model, 'responses')
    const { request, ignored } = isFree ? translated.right : toolsWithoutReasoning(translated.right)
    const reach = deps.nativeReach(call.body.model, 'responses')
    const isStored = call.body.store !== false && deps.storesResponses
    const keepsReasoning = isStored && tools.length > 0 && deps.hidesReasoning(call.body.model)
    const writer = responseWriter({
      asked: call.body,
      tools,
      names,
      previousId: previous === null ? null : responseIdOf(previous.id),
      record: isStored
        ? (id, answered) => deps.recordResponse({ userId, operationId: id, previous, exchange: { input, ...answered } })
        : null,
      mayBeNative: reach !== 'none',
      now: () => unixSeconds(deps.clock.now()),
    })
    const unkept = call.body.store === true && !isStored ? ['store'] : []
    const answered = await answerCall(call, principal, {
      request,
      writer,
      surface: 'responses',
      ...(reach === 'none'
        ? {}
        : { native: nativeRequest(call.bodyFields(), call.body, { whole, tools, keepsReasoning }) }),
      isStream: call.body.stream === true,
      operationId,
      ignoredFields: {
        translated: [...ignored, ...unkept],
        native: reach === 'none' ? [] : [...leftOutOfNative({ whole, tools }), ...unkept],
      },
      nativeReach: reach,
      callersPath: pathOf,
      reasoningField: 'input.reasoning',
      ping: responsesStream.ping,
    })
    return isLeft(answered) ? left(inCallersTerms(answered.left, pathOf)) : answered
  }
}

export const createResponseEndpoint = (deps: CreateResponseDeps): Endpoint =>
  endpoint({
    id: 'createResponse',
    method: 'POST',
    path: '/v1/responses',
    surface: responsesSurface,
    auth: 'api_key',
    group: 'Responses',
    summary: 'Answer an input, at once or as a stream',
    headers,
    body: responseRequest,
    keepsBodyText: true,
    exactFields: EXACT_FIELDS,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 200,
      description: 'A response, or a stream of events when `stream` is true.',
      body: response,
      alternatives: {
        'text/event-stream': [
          'With `stream`: numbered events from `response.created` to `response.completed`, or to `response.incomplete`',
          'where a limit or a filter ended the answer. Comments (`: ping`) fill silence. A stream that fails ends with',
          '`response.failed`.',
        ].join(' '),
      },
      headers: CHAT_ANSWER_HEADERS,
    },
    failures: paidCallFailures(['unsafe_url', 'conflicting_token_limits', 'previous_response_not_found']),
    handle: withIdempotency(
      responsesSurface,
      deps.keyedCalls,
      { scope: 'responses', afterCrash: 'fail' },
      answerResponse(deps),
    ),
  })
