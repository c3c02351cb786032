import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatAnswer, ChatCall, ChatProvider, ChatStream } from '../../../application/ports/chat-provider.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS } from '../answer-limits.ts'
import { isEventStream, readChunks } from '../chat-stream.ts'
import type { UpstreamAnswer } from '../upstream-exchange.ts'
import type { Wire } from '../wire.ts'
import { chatStreamReader } from './chat-stream-reader.ts'
import { failureIn, requestIdOf } from './errors.ts'
import { fromChatResponse, unreadable } from './from-chat-response.ts'
import { googleClient, readJson } from './google-client.ts'
import { webImagesIn } from '../web-images.ts'
import { fetchImages, NO_IMAGES } from './inline-images.ts'
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
    complete: async (call): Promise<Either<UpstreamFailure, ChatAnswer>> => {
      const body = await prepare(call)
      if (body._tag === 'Left') return body
      const answer = await client.postJson(modelPath(call.deployment, 'generateContent'), body.right, call.signal)
      if (answer._tag === 'Left') return answer
      const { upstreamRequestId } = answer.right
      const failure = failureIn(answer.right.body, answer.right.headers)
      if (failure !== null) return left(failure)
      const completion = fromChatResponse(answer.right.body, call.operationId)
      return completion._tag === 'Left'
        ? left(unreadable(completion.left, upstreamRequestId))
        : right({ completion: completion.right, upstreamRequestId })
    },
    stream: async (call): Promise<Either<UpstreamFailure, ChatStream>> => {
      const body = await prepare(call)
      if (body._tag === 'Left') return body
      const path = modelPath(call.deployment, 'streamGenerateContent?alt=sse')
      const answer = await client.postStream(path, body.right, call.signal)
      if (answer._tag === 'Left') return answer
      const { headers } = answer.right
      if (!isEventStream(headers)) return left(await readNoStream(answer.right, limits.maxAnswerBytes))
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

/** A success that is no stream can only tell what went wrong. */
const readNoStream = async (answer: UpstreamAnswer, maxBytes: number): Promise<UpstreamFailure> => {
  const read = await readJson(answer, maxBytes)
  if (read._tag === 'Left') return read.left
  return failureIn(read.right.body, answer.headers) ?? unreadable('bad_answer', read.right.upstreamRequestId)
}
