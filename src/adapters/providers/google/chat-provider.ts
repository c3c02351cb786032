import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatAnswer, ChatCall, ChatProvider, ChatStream } from '../../../application/ports/chat-provider.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS } from '../answer-limits.ts'
import { isEventStream, readChunks, streamOf } from '../chat-stream.ts'
import type { Wire } from '../wire.ts'
import { chatStreamReader } from './chat-stream-reader.ts'
import { failureIn, requestIdOf } from './errors.ts'
import { fromChatResponse, unreadable } from './from-chat-response.ts'
import { googleClient, readJson } from './google-client.ts'
import type { JsonAnswer } from './google-client.ts'
import { webImagesIn } from '../images/web-images.ts'
import { fetchImages, NO_IMAGES } from './inline-images.ts'
import { ignoredFields } from './ignored-fields.ts'
import { modelPath } from './model-path.ts'
import { toChatRequest } from './to-chat-request.ts'
import type { VendorAccess } from '../vendor-access.ts'

export interface GoogleChatDeps extends VendorAccess {
  /** Reads the images that callers name by their address. */
  readonly fetcher: UrlFetcher
}

/** Google's `generateContent` and `streamGenerateContent`. */
export const googleChat = (deps: GoogleChatDeps): ChatProvider => {
  const client = googleClient(deps)
  const limits = { ...DEFAULT_ANSWER_LIMITS, ...deps.limits }

  const prepare = async ({ request, deployment, signal }: ChatCall): Promise<Either<UpstreamFailure, Wire>> => {
    // Judged before anything is fetched for it.
    const body = toChatRequest(request, deployment, NO_IMAGES)
    const images = webImagesIn(request.messages)
    if (body._tag === 'Left' || images.length === 0) return body
    const fetched = await fetchImages(deps.fetcher, images, signal)
    return fetched._tag === 'Left' ? fetched : toChatRequest(request, deployment, fetched.right)
  }

  return {
    ignores: ({ request, deployment }) => ignoredFields(request, deployment),
    complete: async (call): Promise<Either<UpstreamFailure, ChatAnswer>> => {
      const body = await prepare(call)
      if (body._tag === 'Left') return body
      const answer = await client.postJson(modelPath(call.deployment, 'generateContent'), body.right, call.signal)
      if (answer._tag === 'Left') return answer
      return wholeAnswer(answer.right, call.operationId)
    },
    stream: async (call): Promise<Either<UpstreamFailure, ChatStream>> => {
      const body = await prepare(call)
      if (body._tag === 'Left') return body
      const path = modelPath(call.deployment, 'streamGenerateContent?alt=sse')
      const answer = await client.postStream(path, body.right, call.signal)
      if (answer._tag === 'Left') return answer
      const { headers } = answer.right
      if (!isEventStream(headers)) {
        const read = await readJson(answer.right, limits.maxAnswerBytes)
        return read._tag === 'Left' ? read : wholeStream(wholeAnswer(read.right, call.operationId))
      }
      const upstreamRequestId = requestIdOf(headers)
      const reader = chatStreamReader(call.operationId, headers)
      const chunks = readChunks(answer.right, reader, { maxEventChars: limits.maxEventChars, upstreamRequestId })
      return right({
        chunks,
        get upstreamRequestId() {
          return reader.upstreamRequestId()
        },
      })
    },
  }
}

const wholeAnswer = (answer: JsonAnswer, operationId: string): Either<UpstreamFailure, ChatAnswer> => {
  const { body, headers, upstreamRequestId } = answer
  const failure = failureIn(body, headers)
  if (failure !== null) return left(failure)
  const completion = fromChatResponse(body, operationId)
  return completion._tag === 'Left'
    ? left(unreadable(completion.left, upstreamRequestId))
    : right({ completion: completion.right, upstreamRequestId })
}

const wholeStream = (answer: Either<UpstreamFailure, ChatAnswer>): Either<UpstreamFailure, ChatStream> =>
  answer._tag === 'Left'
    ? answer
    : right({ chunks: streamOf(answer.right.completion), upstreamRequestId: answer.right.upstreamRequestId })
