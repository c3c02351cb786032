import { isLeft, left, mapLeft, right } from 'fp-ts/lib/Either.js'
import type { Either, Left } from 'fp-ts/lib/Either.js'
import type { ChatCall, ChatProvider, ChatResult, ChatStream } from '../../application/ports/providers/chat-provider.ts'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { NativeRequest } from '../../domain/chat/native.ts'
import type { NowOrLater } from '../../application/now-or-later.ts'
import { tokensAskedFor } from '../../domain/chat/checks/log-probabilities.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { isWithinBounds } from './answer-bounds.ts'
import { isEventStream, readChunks, streamOf } from './streams/chat-stream.ts'
import type { StreamReader } from './streams/chat-stream.ts'
import { withoutProbabilities } from './streams/unasked-probabilities.ts'
import { countedPrompt } from './prompt-count.ts'
import type { CountWire } from './prompt-count.ts'
import { isNativeCall, refusedNatively, rejectedNatively, withNativeEvents } from './native/native-chat.ts'
import type { NamedFields, NativeCall, ReadFailure, ToNativeRequest } from './native/native-chat.ts'
import type { ProviderJson, ProviderHttp, ProviderRequest } from './upstream/provider-http.ts'
import { limitsForAnswer } from './upstream/response-limits.ts'
import { responseTooLarge, withRequestId } from './upstream/transport-failure.ts'
import type { UpstreamHeaders } from './upstream/upstream-http.ts'
import { DETAILED_LIMITS, jsonOf } from './wire.ts'

/** How one provider puts chat into HTTP: two mappings and a reader of events. */
interface ChatWire {
  readonly ignoredFields: ChatProvider['ignoredFields']
  /** A Left says why the provider cannot be asked this; then nothing is sent. */
  toRequest(call: ChatCall, isStream: boolean): NowOrLater<Either<UpstreamFailure, ProviderRequest>>
  /** Reads a response with status 200 to 299, which may hold an error all the same. */
  fromResponse(response: ProviderJson, operationId: string): Either<UpstreamFailure, ChatResult>
  streamReader(operationId: string, headers: UpstreamHeaders): StreamReader
  /** Absent where the provider counts no prompts of this wire. */
  readonly count?: CountWire
}

/** A wire of a surface that the provider speaks as well: its requests go there and its answers come back as written. */
export type NativeChatWire = Omit<ChatWire, 'ignoredFields' | 'toRequest'> & {
  readonly toRequest: ToNativeRequest
  /** What of the client's own request the provider is not given, by name; absent: it is given all. */
  readonly ignoredFields?: (native: NativeRequest) => readonly string[]
  /** How rejections name the fields of a call's request. */
  readonly namedFields: (call: NativeCall) => NamedFields
  /** The JSON text of an answer, or of one event, as the client gets it; absent: as it came. */
  readonly handOn?: (json: string, deployment: Deployment) => string
}

/** What a call needs of either wire. */
type CallWire = Pick<ChatWire, 'toRequest' | 'fromResponse' | 'streamReader' | 'count'> & {
  readonly readFailure?: ReadFailure
}

const withNativeAnswer = (result: ChatResult, came: ProviderJson, text: string): ChatResult => {
  const body = text === came.text ? came.body : jsonOf(text, DETAILED_LIMITS)
  return { ...result, completion: { ...result.completion, native: { text, body } } }
}

/** The native wire for one call that is asked in it. */
const nativeWireFor = (call: NativeCall, wire: NativeChatWire): CallWire => {
  const handOn = (json: string): string => wire.handOn?.(json, call.deployment) ?? json
  const readFailure = rejectedNatively(call.native.wire, wire.namedFields(call))
  const readOwn = refusedNatively(call.native.wire)
  return {
    toRequest: (_, isStream) => mapLeft(readOwn)(wire.toRequest(call, isStream)),
    fromResponse: (response, operationId) => {
      const result = wire.fromResponse(response, operationId)
      return isLeft(result) ? result : right(withNativeAnswer(result.right, response, handOn(response.text)))
    },
    streamReader: (operationId, headers) =>
      withNativeEvents(wire.streamReader(operationId, headers), handOn, readFailure),
    readFailure,
    ...(wire.count === undefined ? {} : { count: wire.count }),
  }
}

const failed = ({ readFailure }: CallWire, failure: Left<UpstreamFailure>): Either<UpstreamFailure, never> =>
  readFailure === undefined ? failure : left(readFailure(failure.left))

/** Reads a whole answer, and refuses one of more choices and calls of tools than any request asks for. */
const wholeAnswer = (
  wire: CallWire,
  response: ProviderJson,
  operationId: string,
): Either<UpstreamFailure, ChatResult> => {
  const result = wire.fromResponse(response, operationId)
  if (isLeft(result)) return failed(wire, result)
  if (isWithinBounds(result.right.completion)) return result
  return left(withRequestId(responseTooLarge, result.right.upstreamRequestId))
}

const jsonLimitsFor = ({ request }: ChatCall) => (request.logprobs === true ? DETAILED_LIMITS : undefined)

const toStream = (result: ChatResult): ChatStream => ({
  chunks: streamOf(result.completion),
  upstreamRequestId: () => result.upstreamRequestId,
})

/** Chat over HTTP: the one bracket around every provider's mappings. */
export const httpChat = (http: ProviderHttp, chat: ChatWire, native?: NativeChatWire): ChatProvider => {
  const wireOf = (call: ChatCall): CallWire =>
    native !== undefined && isNativeCall(call) ? nativeWireFor(call, native) : chat
  const count = async (call: ChatCall) => {
    const wire = wireOf(call)
    const counted = await countedPrompt(http, wire, call)
    return isLeft(counted) ? failed(wire, counted) : counted
  }
  const countsPrompts = chat.count !== undefined || native?.count !== undefined
  return {
    ...(countsPrompts ? { count } : {}),
    ignoredFields: (question) =>
      native === undefined || question.native === undefined
        ? chat.ignoredFields(question)
        : (native.ignoredFields?.(question.native) ?? []),
    complete: async (call) => {
      const wire = wireOf(call)
      const made = wire.toRequest(call, false)
      const request = made instanceof Promise ? await made : made
      if (isLeft(request)) return request
      const response = await http.postJson(request.right, call, jsonLimitsFor(call))
      return isLeft(response) ? failed(wire, response) : wholeAnswer(wire, response.right, call.operationId)
    },
    stream: async (call) => {
      const wire = wireOf(call)
      const request = await wire.toRequest(call, true)
      if (isLeft(request)) return request
      const response = await http.postStream(request.right, call.signal)
      if (isLeft(response)) return failed(wire, response)
      const { headers } = response.right
      if (!isEventStream(headers)) {
        const whole = await http.readJson(response.right, call.memory, jsonLimitsFor(call))
        if (isLeft(whole)) return whole
        const result = wholeAnswer(wire, whole.right, call.operationId)
        return isLeft(result) ? result : right(toStream(result.right))
      }
      const upstreamRequestId = http.requestIdOf(headers)
      const isOfTokens = call.request.logprobs === true
      const words = wire.streamReader(call.operationId, headers)
      const reader = isOfTokens ? words : withoutProbabilities(words)
      // Of other streams only their words are kept; these are counted where that is done.
      const memory = isOfTokens ? call.memory : undefined
      const limits = limitsForAnswer(http, tokensAskedFor(call.request))
      return right({
        chunks: readChunks(response.right, reader, { ...limits, upstreamRequestId, memory }),
        upstreamRequestId: () => reader.upstreamRequestId?.() ?? upstreamRequestId,
      })
    },
  }
}
