import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { ChatFailure } from '../../../../application/gateway/chat/chat-call.ts'
import type { ContinueResponse, PreviousResponseNotFound } from '../../../../application/responses/continue-response.ts'
import type { Overloaded } from '../../../../application/responses/keeping.ts'
import type { RecordResponse } from '../../../../application/responses/record-response.ts'
import { unixSeconds } from '../../../../application/ports/process/clock.ts'
import { responseIdOf } from '../../../../domain/responses/stored-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Call, Endpoint } from '../../endpoint/endpoint.ts'
import { OPERATION_ID_HEADER } from '../../endpoint/paid-headers.ts'
import { paidCallFailures } from '../openai-failures.ts'
import { answerChat } from '../../paid-calls/answer-chat.ts'
import type { AnswerChatDeps } from '../../paid-calls/answer-chat.ts'
import { IGNORED_FIELDS_HEADER } from '../../paid-calls/ignored-fields-header.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import type { PaidCallHandler } from '../../paid-calls/with-idempotency.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { response } from '../response-output/response-codec.ts'
import { responseWriter } from '../response-output/response-writer.ts'
import { responseRequest } from '../response-input/response-request-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { responsesStream } from '../response-output/stream-codec.ts'
import { continuedRequest, ownItems } from './continued-request.ts'
import { responsesSurface } from './surface.ts'
import { toChatRequest } from '../response-input/to-chat-request.ts'

interface CreateResponseDeps extends AnswerChatDeps {
  readonly keyedCalls: KeyedCalls
  readonly continueResponse: ContinueResponse
  readonly recordResponse: RecordResponse
  /** Whether this installation stores responses. */
  readonly storesResponses: boolean
}

/** A failure of the chat call, with the field it names where the caller wrote it. */
const inCallersTerms = <F extends object>(failure: F, pathOf: (path: string) => string): F =>
  'param' in failure && typeof failure.param === 'string' ? { ...failure, param: pathOf(failure.param) } : failure

/** What a request continues; null where it names none. */
const findPrevious = async (
  { continueResponse }: CreateResponseDeps,
  { body, holdBytes }: Pick<Call<unknown, unknown, unknown, ResponseRequest>, 'body' | 'holdBytes'>,
  userId: string,
  newItems: number,
) => {
  const { previous_response_id: previousId } = body
  if (previousId === undefined || previousId === null) return right(null)
  return continueResponse({ userId, previousId, newItems, holdBytes })
}

type ResponseFailure = ChatFailure | PreviousResponseNotFound | Overloaded

/** Answers one request, behind the responses that it continues, and stores what it answers. */
const answerResponse =
  (deps: CreateResponseDeps): PaidCallHandler<ResponseRequest, ResponseFailure> =>
  async (call, principal, operationId) => {
    const { userId } = principal
    const input = ownItems(call.body)
    const continued = await findPrevious(deps, call, userId, input.length)
    if (isLeft(continued)) return continued
    const previous = continued.right
    const whole = continuedRequest(call.body, previous?.items ?? [])
    const translated = toChatRequest(whole.asked)
    if (isLeft(translated)) return left(inCallersTerms(translated.left, whole.pathOf))
    const { request, names, tools, ignored } = translated.right
    const pathOf = (path: string): string => whole.pathOf(translated.right.pathOf(path))
    const isStored = call.body.store !== false && deps.storesResponses
    const writer = responseWriter({
      asked: call.body,
      tools,
      names,
      previousId: previous === null ? null : responseIdOf(previous.id),
      record: isStored
        ? (id, answered) =>
            deps.recordResponse({ userId, operationId: id, previous, exchange: { input, response: answered } })
        : null,
      now: () => unixSeconds(deps.clock.now()),
    })
    const ignoredChatFields: AnswerChatDeps['ignoredChatFields'] = (asked) => deps.ignoredChatFields(asked).map(pathOf)
    const answered = await answerChat({ ...deps, ignoredChatFields }, writer)(call, principal, {
      request,
      isStream: call.body.stream === true,
      operationId,
      ignoredFields: call.body.store === true && !isStored ? [...ignored, 'store'] : ignored,
      ping: responsesStream.ping,
    })
    return isLeft(answered) ? left(inCallersTerms(answered.left, pathOf)) : answered
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
    headers: optionalIdempotencyKey,
    body: responseRequest,
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
      headers: {
        [OPERATION_ID_HEADER]: 'Names the call in receipts.',
        'x-gateway-cost-rub': 'The price in roubles, of an answer that is not streamed.',
        ...IGNORED_FIELDS_HEADER,
      },
    },
    failures: paidCallFailures(['unsafe_url', 'conflicting_token_limits', 'previous_response_not_found']),
    handle: withIdempotency(
      responsesSurface,
      deps.keyedCalls,
      { scope: 'responses', afterCrash: 'fail' },
      answerResponse(deps),
    ),
  })
