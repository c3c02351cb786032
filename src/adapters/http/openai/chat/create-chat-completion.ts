import { isLeft, left } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { fieldsNamed } from '../../../../domain/exact-numbers.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { answerChat } from '../../paid-calls/answer-chat.ts'
import type { AnswerChatDeps } from '../../paid-calls/answer-chat.ts'
import { CHAT_ANSWER_HEADERS } from '../../paid-calls/chat-answer-headers.ts'
import { inCallersTerms } from '../../paid-calls/in-callers-terms.ts'
import { shortenHeader } from '../../paid-calls/shortened-answers.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { openAiStream } from '../stream-codec.ts'
import { asksForPadding, PADDING } from '../stream-padding.ts'
import { openAiSurface } from '../surface.ts'
import { chatCompletion } from './chat-completion-codec.ts'
import { chatRequest } from './chat-request-codec.ts'
import { chatWriter } from './chat-wire.ts'
import { OLDER } from './older-answer.ts'
import { readRequest } from './read-request.ts'

const leftOutOf = ({ stream_options: options }: ChatRequest): readonly string[] =>
  asksForPadding(options) ? [`stream_options.${PADDING}`] : []

interface ChatCompletionDeps extends AnswerChatDeps {
  readonly keyedCalls: KeyedCalls
}

/** The arguments of calls are texts. */
const SCHEMAS = fieldsNamed('parameters', 'schema')

const WRITERS = {
  newer: { plain: chatWriter(false), withUsage: chatWriter(true) },
  older: { plain: chatWriter(false, OLDER), withUsage: chatWriter(true, OLDER) },
} as const

export const createChatCompletionEndpoint = (deps: ChatCompletionDeps): Endpoint => {
  const answer = answerChat(deps)
  return endpoint({
    id: 'createChatCompletion',
    method: 'POST',
    path: '/v1/chat/completions',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Answer a conversation, at once or as a stream',
    headers: t.intersection([optionalIdempotencyKey, shortenHeader]),
    body: chatRequest,
    exactFields: SCHEMAS,
    bodyLimits: BODY_LIMITS.files,
    success: {
      status: 200,
      description: 'A chat completion, or a stream of chunks when `stream` is true.',
      body: chatCompletion,
      alternatives: {
        'text/event-stream': [
          'With `stream`: `data: ` frames of `chat.completion.chunk` and at the end `data: [DONE]`. Comments',
          '(`: ping`) fill silence. A stream that fails ends with `data: {"error": {…}}` and no `[DONE]`.',
        ].join(' '),
      },
      headers: CHAT_ANSWER_HEADERS,
    },
    failures: paidCallFailures(['unsafe_url', 'conflicting_token_limits']),
    handle: withIdempotency(
      openAiSurface,
      deps.keyedCalls,
      { scope: 'chat.completions', afterCrash: 'fail' },
      async (call, principal, operationId) => {
        const asked = readRequest(call.body)
        if (isLeft(asked)) return asked
        const { request, isOlder, pathOf } = asked.right
        const writers = WRITERS[isOlder ? 'older' : 'newer']
        const answered = await answer(call, principal, {
          request,
          writer: request.stream_options?.include_usage === true ? writers.withUsage : writers.plain,
          surface: 'chat',
          isStream: request.stream === true,
          operationId,
          ignoredFields: { translated: leftOutOf(request), native: [] },
          nativeReach: 'none',
          ...(pathOf === null ? {} : { callersPath: pathOf }),
          reasoningField: 'messages.reasoning_content',
          ping: openAiStream.ping,
        })
        return isLeft(answered) && pathOf !== null ? left(inCallersTerms(answered.left, pathOf)) : answered
      },
    ),
  })
}
