import { isLeft, left } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChatFailure } from '../../../application/gateway/chat/chat-call.ts'
import type { NativeReach } from '../../../application/gateway/routing/native-reach.ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import type { NativeWire } from '../../../domain/catalog/model.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import { fieldsNamed } from '../../../domain/exact-numbers.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { BODY_LIMITS } from '../body/body-limits.ts'
import { anyText, nullish } from '../codecs/codecs.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Call, Endpoint } from '../endpoint/endpoint.ts'
import type { ValidationError } from '../failures/protocol-failure.ts'
import { answerChat } from '../paid-calls/answer-chat.ts'
import type { AnswerChatDeps } from '../paid-calls/answer-chat.ts'
import { CHAT_ANSWER_HEADERS } from '../paid-calls/chat-answer-headers.ts'
import { inCallersTerms } from '../paid-calls/in-callers-terms.ts'
import { nativeBytes } from '../paid-calls/native-bytes.ts'
import { shortenHeader } from '../paid-calls/shortened-answers.ts'
import { withIdempotency } from '../paid-calls/with-idempotency.ts'
import type { PaidCallHandler } from '../paid-calls/with-idempotency.ts'
import { optionalIdempotencyKey } from '../endpoint/idempotency.ts'
import { message } from './answer/message-codec.ts'
import { messageWriter } from './answer/message-writer.ts'
import { MESSAGE_FAILURES } from './messages-failures.ts'
import { callersPath } from './request/callers-path.ts'
import { messageRequest } from './request/message-request-codec.ts'
import type { MessageRequest } from './request/message-request-codec.ts'
import { longCacheOf } from './request/long-cache.ts'
import { nativeFields } from './request/native-fields.ts'
import { refusedContent } from './request/refused-content.ts'
import { refusedEdit } from './request/refused-edit.ts'
import { toChatRequest } from './request/to-chat-request.ts'
import type { TranslatedRequest } from './request/to-chat-request.ts'
import { isRefused } from './request/translation-notes.ts'
import { messagesStream } from './stream-codec.ts'
import { messagesSurface } from './surface.ts'

interface CreateMessageDeps extends AnswerChatDeps {
  readonly keyedCalls: KeyedCalls
  /** About how many tokens the prompt of a request is. */
  readonly estimatePrompt: (request: ChatRequest) => number
  readonly nativeReach: (modelId: string, wire: NativeWire) => NativeReach
  readonly takesField: (modelId: string, field: string) => boolean
  readonly thinksWithTools: (modelId: string, wire: NativeWire) => boolean
}

const THOUGHTS = 'messages.content.thinking'
const BETA = 'anthropic-beta'
const VERSION = 'anthropic-version'

const headers = t.intersection([
  optionalIdempotencyKey,
  shortenHeader,
  t.partial({ [BETA]: nullish(anyText), [VERSION]: nullish(anyText) }),
])

type MessageCall = Call<unknown, unknown, t.TypeOf<typeof headers>, MessageRequest>

type AskFailure = ChatFailure | ValidationError

interface AskedNatively {
  readonly native: NativeRequest
  /** What of the client's fields it does not have. */
  readonly leftOut: readonly string[]
}

/** The request as a provider that speaks this wire gets it. */
const nativeRequest = (
  { body, headers: sent }: MessageCall,
  fields: NativeRequest['fields'],
  failure: TranslatedRequest['failure'],
): AskedNatively => {
  const { fields: passed, leftOut } = nativeFields(fields, body)
  const native: NativeRequest = {
    wire: 'messages',
    fields: passed,
    bytes: nativeBytes(passed),
    headers: { ...(sent[BETA] ? { [BETA]: sent[BETA] } : {}), ...(sent[VERSION] ? { [VERSION]: sent[VERSION] } : {}) },
    longCache: longCacheOf(fields),
    isTranslatable: failure === null,
  }
  return { native, leftOut }
}

/** Answers one request. */
const askMessage = (deps: CreateMessageDeps): PaidCallHandler<MessageRequest, AskFailure, t.TypeOf<typeof headers>> => {
  const answerCall = answerChat(deps)
  return async (call, principal, operationId) => {
    const { body, requestId } = call
    const edit = refusedEdit(body)
    if (edit !== null) return left(edit)
    const reach = deps.nativeReach(body.model, 'messages')
    const translated = toChatRequest(body, {
      keepsReasoning: reach === 'all',
      takesEffort: deps.takesField(body.model, 'reasoning_effort'),
      thinksWithTools: deps.thinksWithTools(body.model, 'messages'),
    })
    const { request, failure, messagePaths, partPlaces, callersToolName } = translated
    if (failure !== null && isRefused(failure, reach)) return left(failure)
    const mayBeNative = reach !== 'none'
    const fields = mayBeNative ? call.bodyFields() : null
    const refused = fields === null ? null : refusedContent(fields)
    if (refused !== null) return left(refused)
    const asked = fields === null ? null : nativeRequest(call, fields, failure)
    const promptTokens = (): number => deps.estimatePrompt(request)
    const stops = body.stop_sequences ?? []
    const writer = messageWriter({ requestId, promptTokens, mayBeNative, stops, callersToolName })
    const pathOf = callersPath({ messagePaths, partPlaces, messages: body.messages })
    const answer = await answerCall(call, principal, {
      request,
      writer,
      surface: 'messages',
      ...(asked === null ? {} : { native: asked.native }),
      isStream: body.stream === true,
      operationId,
      ignoredFields: {
        // A beta is a word of Anthropic's to its own models.
        translated: call.headers[BETA] ? [...translated.ignoredFields, BETA] : translated.ignoredFields,
        native: asked?.leftOut ?? [],
      },
      // What has no translation is asked of no other provider.
      nativeReach: failure === null ? reach : 'all',
      callersPath: pathOf,
      reasoningField: THOUGHTS,
      ping: messagesStream.ping,
    })
    return isLeft(answer) ? left(inCallersTerms(answer.left, pathOf)) : answer
  }
}

const EXACT_FIELDS = fieldsNamed('input', 'input_schema', 'schema')

/**
 * Anthropic's `messages.create`: in its client's own words where the provider speaks this wire, and by translation to
 * chat for every other model of the catalogue.
 */
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
    keepsBodyText: true,
    exactFields: EXACT_FIELDS,
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
      headers: CHAT_ANSWER_HEADERS,
    },
    failures: MESSAGE_FAILURES,
    handle: withIdempotency(
      messagesSurface,
      deps.keyedCalls,
      { scope: 'messages', afterCrash: 'fail' },
      askMessage(deps),
    ),
  })
