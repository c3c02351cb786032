import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatAnswer, ChatCall, ChatProvider, ChatStream } from '../../../application/ports/chat-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS, MAX_ERROR_BYTES } from '../answer-limits.ts'
import { isEventStream, readChunks, streamOf } from '../chat-stream.ts'
import { withRequestId } from '../transport-failure.ts'
import type { UpstreamAnswer } from '../upstream-exchange.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from '../upstream-timeouts.ts'
import { jsonOf, nonEmptyOf, objectOf } from '../wire.ts'
import { parametersOf } from './deployment-parameters.ts'
import { failureIn, fromErrorResponse, requestIdOf } from './errors.ts'
import { fromResponse } from './from-response.ts'
import { ignoredFields } from './ignored-fields.ts'
import { notAMessage, streamReader } from './stream-reader.ts'
import { toRequestBody } from './to-request.ts'
import type { VendorAccess } from '../vendor-access.ts'

/** Chat by Anthropic's Messages interface. */
export const anthropicChat = (deps: VendorAccess): ChatProvider => {
  const post = poster(deps)
  const limits = { ...DEFAULT_ANSWER_LIMITS, ...deps.limits }
  return {
    ignores: ({ request, deployment }) => ignoredFields(request, deployment),
    complete: async (call) => {
      const answer = await post(call, false)
      return answer._tag === 'Left' ? answer : readWhole(answer.right, limits.maxAnswerBytes)
    },
    stream: async (call): Promise<Either<UpstreamFailure, ChatStream>> => {
      const answer = await post(call, true)
      if (answer._tag === 'Left') return answer
      const { headers } = answer.right
      if (!isEventStream(headers)) {
        const whole = await readWhole(answer.right, limits.maxAnswerBytes)
        if (whole._tag === 'Left') return whole
        return right({ chunks: streamOf(whole.right.completion), upstreamRequestId: whole.right.upstreamRequestId })
      }
      const upstreamRequestId = requestIdOf(headers)
      const { maxEventChars } = limits
      const chunks = readChunks(answer.right, streamReader(headers), { maxEventChars, upstreamRequestId })
      return right({ chunks, upstreamRequestId })
    },
  }
}

/** Sends a call; the answer is one with status 200 to 299. */
const poster = ({ baseUrl, apiKey, http, timeouts }: VendorAccess) => {
  const { idleTimeoutMs, wholeAnswerIdleTimeoutMs, deadlineMs } = { ...DEFAULT_UPSTREAM_TIMEOUTS, ...timeouts }
  const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/messages`)
  const headers = { 'content-type': 'application/json', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) }

  return async (call: ChatCall, isStream: boolean): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
    const body = toRequestBody(call.request, call.deployment, isStream)
    if (body._tag === 'Left') return body
    const idleMs = isStream ? idleTimeoutMs : wholeAnswerIdleTimeoutMs
    const answer = await http.post({
      origin: url.origin,
      path: url.pathname + url.search,
      headers: {
        ...headers,
        accept: isStream ? 'text/event-stream' : 'application/json',
        'anthropic-version': parametersOf(call.deployment).version,
      },
      body: body.right,
      signal: call.signal,
      headTimeoutMs: idleMs,
      bodyTimeoutMs: idleMs,
      deadlineMs,
    })
    if (answer._tag === 'Left') return left(withRequestId(answer.left, null))
    const { status } = answer.right
    return status >= 200 && status < 300 ? answer : left(await readError(answer.right))
  }
}

const readError = async (answer: UpstreamAnswer): Promise<UpstreamFailure> => {
  const text = await answer.text(MAX_ERROR_BYTES)
  // The status alone decides if the body never came whole.
  return fromErrorResponse(answer.status, answer.headers, text._tag === 'Left' ? undefined : jsonOf(text.right))
}

const readWhole = async (answer: UpstreamAnswer, maxBytes: number): Promise<Either<UpstreamFailure, ChatAnswer>> => {
  const headId = requestIdOf(answer.headers)
  const text = await answer.text(maxBytes)
  if (text._tag === 'Left') return left(withRequestId(text.left, headId))
  const body = jsonOf(text.right)
  const failure = failureIn(body, answer.headers)
  if (failure !== null) return left(failure)
  const message = objectOf(body)
  const upstreamRequestId = headId ?? nonEmptyOf(message?.['id'])
  const completion = message === null ? null : fromResponse(message)
  return completion === null ? left(notAMessage(upstreamRequestId)) : right({ completion, upstreamRequestId })
}
