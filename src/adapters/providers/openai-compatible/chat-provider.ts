import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatAnswer, ChatCall, ChatProvider, ChatStream } from '../../../application/ports/chat-provider.ts'
import type { Dialect } from '../../../domain/catalog/provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS, MAX_ERROR_BYTES } from '../answer-limits.ts'
import { leftOutOf } from '../fields/shape.ts'
import { isEventStream, readChunks, streamOf } from '../chat-stream.ts'
import { withRequestId } from '../transport-failure.ts'
import type { UpstreamAnswer } from '../upstream-exchange.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from '../upstream-timeouts.ts'
import { errorIn, fromErrorBody, fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { fromResponse } from './from-response.ts'
import { streamReader, unreadable } from './stream-reader.ts'
import { dialectRules } from './dialects.ts'
import type { DialectRules } from './dialects.ts'
import { toRequestBody } from './to-request.ts'
import { jsonOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { VendorAccess } from '../vendor-access.ts'

export interface OpenAiCompatibleDeps extends VendorAccess {
  readonly dialect?: Dialect
  /** Chat fields that the catalogue lets through besides the dialect's own. */
  readonly passFields?: readonly string[]
}

/** Any service that speaks OpenAI's chat completions: one instance an upstream, one shared `http`. */
export const openAiCompatibleChat = (deps: OpenAiCompatibleDeps): ChatProvider => {
  const rules = dialectRules(deps.dialect ?? 'plain', deps.passFields ?? [])
  const post = poster(deps, rules)
  const limits = { ...DEFAULT_ANSWER_LIMITS, ...deps.limits }
  return {
    ignores: ({ request }) => leftOutOf(request, rules.takes),
    complete: async (call) => {
      const answer = await post(call, false)
      if (answer._tag === 'Left') return answer
      return readWhole(answer.right, call.operationId, limits.maxAnswerBytes)
    },
    stream: async (call): Promise<Either<UpstreamFailure, ChatStream>> => {
      const answer = await post(call, true)
      if (answer._tag === 'Left') return answer
      const { headers } = answer.right
      if (!isEventStream(headers)) {
        const whole = await readWhole(answer.right, call.operationId, limits.maxAnswerBytes)
        if (whole._tag === 'Left') return whole
        const { completion, upstreamRequestId } = whole.right
        return right({ chunks: streamOf(completion), upstreamRequestId })
      }
      const upstreamRequestId = requestIdOf(headers)
      const reader = streamReader(call.operationId, headers)
      const chunks = readChunks(answer.right, reader, { maxEventChars: limits.maxEventChars, upstreamRequestId })
      return right({ chunks, upstreamRequestId })
    },
  }
}

/** Sends a call; the answer is one with status 200 to 299. */
const poster = (deps: OpenAiCompatibleDeps, rules: DialectRules) => {
  const { baseUrl, apiKey, http, timeouts, passFields = [] } = deps
  const { idleTimeoutMs, wholeAnswerIdleTimeoutMs, deadlineMs } = { ...DEFAULT_UPSTREAM_TIMEOUTS, ...timeouts }
  const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`)
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  }
  const wholeHeaders = { ...headers, accept: 'application/json' }
  const streamHeaders = { ...headers, accept: 'text/event-stream' }

  return async (call: ChatCall, isStream: boolean): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
    const body = toRequestBody(call.request, call.deployment, { rules, passFields, isStream })
    if (body._tag === 'Left') return body
    const idleMs = isStream ? idleTimeoutMs : wholeAnswerIdleTimeoutMs
    const answer = await http.post({
      origin: url.origin,
      path: url.pathname + url.search,
      headers: isStream ? streamHeaders : wholeHeaders,
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

/** A whole answer, or the error that it holds: xAI tells errors with status 200, also in place of a stream. */
const readWhole = async (
  answer: UpstreamAnswer,
  operationId: string,
  maxBytes: number,
): Promise<Either<UpstreamFailure, ChatAnswer>> => {
  const headId = requestIdOf(answer.headers)
  const text = await answer.text(maxBytes)
  if (text._tag === 'Left') return left(withRequestId(text.left, headId))
  const body = jsonOf(text.right)
  const error = errorIn(body)
  if (error !== null) return left(fromErrorBody(error, answer.headers))
  const wire = objectOf(body)
  if (wire === null) return left(unreadable('bad_answer', headId))
  const upstreamRequestId = headId ?? nonEmptyOf(wire['id'])
  const completion = fromResponse(wire, operationId)
  return completion._tag === 'Left'
    ? left(unreadable(completion.left, upstreamRequestId))
    : right({ completion: completion.right, upstreamRequestId })
}
