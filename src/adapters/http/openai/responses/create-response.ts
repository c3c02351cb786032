import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { unixSeconds } from '../../../../application/ports/process/clock.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { OPERATION_ID_HEADER } from '../../endpoint/paid-headers.ts'
import { paidCallFailures } from '../openai-failures.ts'
import { answerChat } from '../../paid-calls/answer-chat.ts'
import type { AnswerChatDeps } from '../../paid-calls/answer-chat.ts'
import { IGNORED_FIELDS_HEADER } from '../../paid-calls/ignored-fields-header.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { response } from '../response-output/response-codec.ts'
import { responseWriter } from '../response-output/response-writer.ts'
import { responseRequest } from '../response-input/response-request-codec.ts'
import { responsesStream } from '../response-output/stream-codec.ts'
import { responsesSurface } from './surface.ts'
import { toChatRequest } from '../response-input/to-chat-request.ts'

interface CreateResponseDeps extends AnswerChatDeps {
  readonly keyedCalls: KeyedCalls
}

/** A failure of the chat call, with the field it names where the caller wrote it. */
const inCallersTerms = <F extends object>(failure: F, pathOf: (path: string) => string): F =>
  'param' in failure && typeof failure.param === 'string' ? { ...failure, param: pathOf(failure.param) } : failure

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
    failures: paidCallFailures(['unsafe_url', 'conflicting_token_limits']),
    handle: withIdempotency(
      responsesSurface,
      deps.keyedCalls,
      { scope: 'responses', afterCrash: 'fail' },
      async (call, principal, operationId) => {
        const translated = toChatRequest(call.body)
        if (isLeft(translated)) return translated
        const { request, names, tools, ignored, pathOf } = translated.right
        const writer = responseWriter({
          asked: call.body,
          tools,
          names,
          now: () => unixSeconds(deps.clock.now()),
        })
        const ignoredChatFields: AnswerChatDeps['ignoredChatFields'] = (asked) =>
          deps.ignoredChatFields(asked).map(pathOf)
        const answered = await answerChat({ ...deps, ignoredChatFields }, writer)(call, principal, {
          request,
          isStream: call.body.stream === true,
          operationId,
          ignoredFields: ignored,
          ping: responsesStream.ping,
        })
        return isLeft(answered) ? left(inCallersTerms(answered.left, pathOf)) : answered
      },
    ),
  })
