import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UrlFetcher } from '../../application/ports/media/url-fetcher.ts'
import type { ChatCall, ChatProvider, ChatResult, ChatStream } from '../../application/ports/providers/chat-provider.ts'
import type { ChatMessage } from '../../domain/chat/message.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { isEventStream, readChunks, streamOf } from './chat-stream.ts'
import type { StreamReader } from './chat-stream.ts'
import { withImageData } from './images/web-images.ts'
import type { JsonResponse, ProviderHttp, ProviderRequest } from './upstream/provider-http.ts'
import type { UpstreamHeaders } from './upstream/upstream-http.ts'

/** How one provider puts chat into HTTP: two mappings and a reader of events. */
interface ChatWire {
  readonly ignoredFields: ChatProvider['ignoredFields']
  /** A Left says why the provider cannot be asked this; then nothing is sent. */
  toRequest(
    call: ChatCall,
    isStream: boolean,
  ): Either<UpstreamFailure, ProviderRequest> | Promise<Either<UpstreamFailure, ProviderRequest>>
  /** Reads a response with status 200 to 299, which may hold an error all the same. */
  fromResponse(response: JsonResponse, operationId: string): Either<UpstreamFailure, ChatResult>
  streamReader(operationId: string, headers: UpstreamHeaders): StreamReader
}

const toStream = (result: ChatResult): ChatStream => ({
  chunks: streamOf(result.completion),
  upstreamRequestId: result.upstreamRequestId,
})

/** Chat over HTTP: the one bracket around every provider's mappings. */
export const httpChat = (http: ProviderHttp, wire: ChatWire): ChatProvider => ({
  ignoredFields: wire.ignoredFields,
  complete: async (call) => {
    const request = await wire.toRequest(call, false)
    if (isLeft(request)) return request
    const response = await http.postJson(request.right, call.signal)
    return isLeft(response) ? response : wire.fromResponse(response.right, call.operationId)
  },
  stream: async (call) => {
    const request = await wire.toRequest(call, true)
    if (isLeft(request)) return request
    const response = await http.postStream(request.right, call.signal)
    if (isLeft(response)) return response
    const { headers } = response.right
    if (!isEventStream(headers)) {
      const whole = await http.readJson(response.right)
      if (isLeft(whole)) return whole
      const result = wire.fromResponse(whole.right, call.operationId)
      return isLeft(result) ? result : right(toStream(result.right))
    }
    const upstreamRequestId = http.requestIdOf(headers)
    const reader = wire.streamReader(call.operationId, headers)
    const chunks = readChunks(response.right, reader, { maxEventChars: http.maxEventChars, upstreamRequestId })
    return right({
      chunks,
      get upstreamRequestId() {
        return reader.upstreamRequestId?.() ?? upstreamRequestId
      },
    })
  },
})

const hasParts = ({ content }: ChatMessage): boolean => typeof content === 'object' && content !== null

/**
 * The same provider, which never sees the address of an image: the gateway fetches it and sends the bytes. For
 * servers inside the operator's own network, where a public name may lead to a private host and the spelling of an
 * address cannot tell (`169.254.169.254.nip.io`).
 */
export const inlinedChat = (provider: ChatProvider, fetcher: UrlFetcher): ChatProvider => {
  const inlined = async (call: ChatCall): Promise<Either<UpstreamFailure, ChatCall>> =>
    call.request.messages.some(hasParts) ? await withImageData(call, fetcher) : right(call)
  return {
    ignoredFields: provider.ignoredFields,
    complete: async (call) => {
      const ready = await inlined(call)
      return isLeft(ready) ? ready : provider.complete(ready.right)
    },
    stream: async (call) => {
      const ready = await inlined(call)
      return isLeft(ready) ? ready : provider.stream(ready.right)
    },
  }
}
