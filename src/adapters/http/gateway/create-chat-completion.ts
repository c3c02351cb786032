import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ChatEvent } from '../../../application/gateway/chat-event.ts'
import type { ChatEventStream } from '../../../application/gateway/chat-events.ts'
import type { ChatFailure, ChatInput } from '../../../application/gateway/chat-call.ts'
import type { WholeChat } from '../../../application/gateway/complete-chat.ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import type { Metered } from '../../../application/gateway/metered-call.ts'
import { type Clock, unixSeconds } from '../../../application/ports/clock.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import type { TokenUsage } from '../../../domain/pricing/usage.ts'
import { type Answer, json } from '../answer.ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import type { CallFacts } from '../call-facts.ts'
import { type Call, type Endpoint, endpoint } from '../endpoint.ts'
import type { GatewayFailure } from '../failures.ts'
import { PING_AFTER_MS, PING_FRAME, within } from '../keep-alive.ts'
import { optionalIdempotencyKey } from '../idempotency-key.ts'
import { IGNORED_HEADER, ignoredHeader } from './ignored-header.ts'
import { oncePerKey } from './once-per-key.ts'
import { paidHeaders } from './paid-headers.ts'
import { chatCompletion } from './chat-completion-codec.ts'
import { chatFrames } from './chat-frames.ts'
import { chatRequest } from './chat-request-codec.ts'
import { OPERATION_ID } from './paid-headers.ts'
import { type ChatEnvelope, chunkWriter, completionBody } from './chat-wire.ts'

export interface ChatCompletionDeps {
  readonly completeChat: (input: ChatInput) => Promise<Either<ChatFailure, Metered<WholeChat>>>
  readonly streamChat: (input: ChatInput) => Promise<Either<ChatFailure, ChatEventStream>>
  /** Fields that are not sent to the model's vendors. */
  readonly ignoredChatFields: (request: ChatRequest) => readonly string[]
  readonly clock: Clock
  readonly keyedCalls: KeyedCalls
}

type ChatCompletionCall = Call<unknown, unknown, unknown, t.TypeOf<typeof chatRequest>>

/** Given where the call already has a name. */
type OperationId = string | undefined

const tokensOf = ({ promptTokens, completionTokens }: TokenUsage): CallFacts => ({ promptTokens, completionTokens })

const answerWhole = async (
  deps: ChatCompletionDeps,
  call: ChatCompletionCall,
  principal: GatewayPrincipal,
  named: OperationId,
): Promise<Either<GatewayFailure, Answer>> => {
  const created = unixSeconds(deps.clock.now())
  const metered = await deps.completeChat({ principal, request: call.body, operationId: named })
  if (isLeft(metered)) return metered
  const { operationId, answer, delivered } = metered.right
  call.note({ ...tokensOf(answer.usage), costRub: formatMicro(answer.priceMicro, 'RUB') })
  const envelope: ChatEnvelope = { operationId, model: call.body.model, created }
  return right(
    json(200, completionBody(envelope, answer.completion, answer.usage), {
      headers: { ...paidHeaders(operationId, answer.priceMicro), ...ignoredHeader(deps.ignoredChatFields(call.body)) },
      sent: delivered,
    }),
  )
}

const answerStream = async (
  deps: ChatCompletionDeps,
  call: ChatCompletionCall,
  principal: GatewayPrincipal,
  named: OperationId,
): Promise<Either<GatewayFailure, Answer>> => {
  const created = unixSeconds(deps.clock.now())
  const opened = await deps.streamChat({ principal, request: call.body, operationId: named })
  if (isLeft(opened)) return opened
  const { operationId, events, leave } = opened.right
  call.whenClientLeaves(leave)

  // While nothing has been sent, a failure is still an HTTP status of its own and the client may retry.
  const first = events.next()
  const early = await within<IteratorResult<ChatEvent, undefined>>(first, PING_AFTER_MS)
  if (early?.value?.tag === 'failed') return left(early.value.failure)

  const includeUsage = call.body.stream_options?.include_usage === true
  const writer = chunkWriter({ operationId, model: call.body.model, created }, includeUsage)
  const frames = chatFrames(first, events, writer, {
    includeUsage,
    opening: early === null ? PING_FRAME : null,
    completed: ({ usage, priceMicro }) => call.note({ ...tokensOf(usage), costRub: formatMicro(priceMicro, 'RUB') }),
  })
  const ignored = ignoredHeader(deps.ignoredChatFields(call.body))
  return right({ tag: 'events', frames, headers: { [OPERATION_ID]: operationId, ...ignored } })
}

export const createChatCompletionEndpoint = (deps: ChatCompletionDeps): Endpoint =>
  endpoint({
    id: 'createChatCompletion',
    method: 'POST',
    path: '/v1/chat/completions',
    auth: 'api_key',
    summary: 'Answer a conversation, at once or as a stream',
    headers: optionalIdempotencyKey,
    body: chatRequest,
    bounds: BODY_BOUNDS.files,
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
        [OPERATION_ID]: 'Names the call in receipts.',
        'x-gateway-cost-rub': 'The price in roubles, of an answer that is not streamed.',
        ...IGNORED_HEADER,
      },
    },
    failures: [
      'model_not_found',
      'unsupported_capability',
      'unsupported_parameter',
      'unsafe_url',
      'conflicting_token_limits',
      'rejected_by_upstream',
      'insufficient_balance',
      'balance_held',
      'key_spend_limit_exceeded',
      'top_up_required',
      'upstream_error',
      'upstream_timeout',
      'upstream_rate_limited',
      'idempotency_in_progress',
      'idempotency_mismatch',
      'overloaded',
      'ledger_unavailable',
    ],
    handle: oncePerKey(deps.keyedCalls, { scope: 'chat.completions', afterCrash: 'fail' }, (call, principal, named) =>
      call.body.stream === true
        ? answerStream(deps, call, principal, named)
        : answerWhole(deps, call, principal, named),
    ),
  })
