import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ChatEvent } from '../../../../application/gateway/chat/chat-event.ts'
import type { ChatEventStream } from '../../../../application/gateway/chat/chat-events.ts'
import type { ChatFailure, ChatInput } from '../../../../application/gateway/chat/chat-call.ts'
import type { CompletedChat } from '../../../../application/gateway/chat/complete-chat.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { Metered } from '../../../../application/gateway/metering/metered-call.ts'
import { unixSeconds } from '../../../../application/ports/process/clock.ts'
import type { Clock } from '../../../../application/ports/process/clock.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import type { TokenUsage } from '../../../../domain/pricing/usage.ts'
import { json } from '../../sending/http-response.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type { CallLogFields } from '../../request/call-log-fields.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Call, Endpoint } from '../../endpoint/endpoint.ts'
import { paidCallFailures } from '../openai-failures.ts'
import { PING_AFTER_MS, within } from '../../sending/keep-alive.ts'
import { optionalIdempotencyKey } from '../../request/idempotency-key.ts'
import { IGNORED_FIELDS_HEADER, ignoredFieldsHeader } from '../calls/ignored-fields-header.ts'
import { withIdempotency } from '../calls/with-idempotency.ts'
import { paidHeaders } from '../../endpoint/paid-headers.ts'
import { chatCompletion } from './chat-completion-codec.ts'
import { chatFrames } from '../calls/chat-frames.ts'
import { chatRequest } from './chat-request-codec.ts'
import { OPERATION_ID_HEADER } from '../../endpoint/paid-headers.ts'
import { chunkWriter, writeCompletion } from '../calls/chat-wire.ts'
import type { ChatCompletionMetadata } from '../calls/chat-wire.ts'
import { openAiStream } from '../stream-codec.ts'
import { openAiSurface } from '../surface.ts'

interface ChatCompletionDeps {
  readonly completeChat: (input: ChatInput) => Promise<Either<ChatFailure, Metered<CompletedChat>>>
  readonly streamChat: (input: ChatInput) => Promise<Either<ChatFailure, ChatEventStream>>
  /** Fields that are not sent to the model's providers. */
  readonly ignoredChatFields: (request: ChatRequest) => readonly string[]
  readonly clock: Clock
  readonly keyedCalls: KeyedCalls
}

type ChatCompletionCall = Call<unknown, unknown, unknown, t.TypeOf<typeof chatRequest>>

/** Given where the call already has a name. */
type OperationId = string | undefined

const tokensOf = ({ promptTokens, completionTokens }: TokenUsage): CallLogFields => ({ promptTokens, completionTokens })

const respondWhole = async (
  deps: ChatCompletionDeps,
  call: ChatCompletionCall,
  principal: GatewayPrincipal,
  named: OperationId,
): Promise<Either<ChatFailure, HttpResponse>> => {
  const created = unixSeconds(deps.clock.now())
  const metered = await deps.completeChat({ principal, request: call.body, operationId: named })
  if (isLeft(metered)) return metered
  const { operationId, answer, delivered } = metered.right
  call.addLogFields({ ...tokensOf(answer.usage), costRub: formatMicro(answer.priceMicro, 'RUB') })
  const envelope: ChatCompletionMetadata = { operationId, model: call.body.model, created }
  return right(
    json(200, writeCompletion(envelope, answer.completion, answer.usage), {
      headers: {
        ...paidHeaders(operationId, answer.priceMicro),
        ...ignoredFieldsHeader(deps.ignoredChatFields(call.body)),
      },
      sent: delivered,
    }),
  )
}

const respondStreamed = async (
  deps: ChatCompletionDeps,
  call: ChatCompletionCall,
  principal: GatewayPrincipal,
  named: OperationId,
): Promise<Either<ChatFailure, HttpResponse>> => {
  const created = unixSeconds(deps.clock.now())
  const opened = await deps.streamChat({ principal, request: call.body, operationId: named })
  if (isLeft(opened)) return opened
  const { operationId, events, disconnect } = opened.right
  call.onClientDisconnect(disconnect)

  // While nothing has been sent, a failure is still an HTTP status of its own and the client may retry.
  const first = events.next()
  const early = await within<IteratorResult<ChatEvent, undefined>>(first, PING_AFTER_MS)
  if (early?.value?.tag === 'failed') return left(early.value.failure)

  const includeUsage = call.body.stream_options?.include_usage === true
  const writer = chunkWriter({ operationId, model: call.body.model, created }, includeUsage)
  const frames = chatFrames(first, events, writer, {
    includeUsage,
    opening: early === null ? openAiStream.ping : null,
    completed: ({ usage, priceMicro }) =>
      call.addLogFields({ ...tokensOf(usage), costRub: formatMicro(priceMicro, 'RUB') }),
  })
  const ignored = ignoredFieldsHeader(deps.ignoredChatFields(call.body))
  return right({
    tag: 'events',
    frames,
    ping: openAiStream.ping,
    headers: { [OPERATION_ID_HEADER]: operationId, ...ignored },
  })
}

export const createChatCompletionEndpoint = (deps: ChatCompletionDeps): Endpoint =>
  endpoint({
    id: 'createChatCompletion',
    method: 'POST',
    path: '/v1/chat/completions',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Answer a conversation, at once or as a stream',
    headers: optionalIdempotencyKey,
    body: chatRequest,
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
      headers: {
        [OPERATION_ID_HEADER]: 'Names the call in receipts.',
        'x-gateway-cost-rub': 'The price in roubles, of an answer that is not streamed.',
        ...IGNORED_FIELDS_HEADER,
      },
    },
    failures: paidCallFailures(['unsafe_url', 'conflicting_token_limits']),
    handle: withIdempotency(
      deps.keyedCalls,
      { scope: 'chat.completions', afterCrash: 'fail' },
      (call, principal, named) =>
        call.body.stream === true
          ? respondStreamed(deps, call, principal, named)
          : respondWhole(deps, call, principal, named),
    ),
  })
