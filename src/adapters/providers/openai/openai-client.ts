import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS, MAX_ERROR_BYTES } from '../answer-limits.ts'
import { fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { withRequestId } from '../transport-failure.ts'
import type { UpstreamAnswer, UpstreamHeaders } from '../upstream-exchange.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from '../upstream-timeouts.ts'
import { jsonOf } from '../wire.ts'
import { toMediaFailure } from './media-failure.ts'
import type { VendorAccess } from '../vendor-access.ts'

/** What to post where. */
export interface OpenAiPost {
  readonly path: string
  readonly contentType: string
  readonly body: string | Uint8Array
}

export interface OpenAiAnswer {
  readonly bytes: Uint8Array
  readonly headers: UpstreamHeaders
  readonly upstreamRequestId: string | null
}

/** OpenAI's HTTP: where, with which key, for how long. Answers have a status of 200 to 299 and are whole. */
export const openAiClient = ({ baseUrl, apiKey, http, timeouts, limits }: VendorAccess) => {
  const { wholeAnswerIdleTimeoutMs, deadlineMs } = { ...DEFAULT_UPSTREAM_TIMEOUTS, ...timeouts }
  const { maxAnswerBytes } = { ...DEFAULT_ANSWER_LIMITS, ...limits }
  const base = new URL(baseUrl.replace(/(?<!\/)\/+$/, ''))
  const key: Readonly<Record<string, string>> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

  const post = async (
    { path, contentType, body }: OpenAiPost,
    signal: AbortSignal | undefined,
  ): Promise<Either<UpstreamFailure, OpenAiAnswer>> => {
    const answer = await http.post({
      origin: base.origin,
      path: `${base.pathname.replace(/\/$/, '')}${path}`,
      headers: { ...key, accept: '*/*', 'content-type': contentType },
      body,
      signal,
      headTimeoutMs: wholeAnswerIdleTimeoutMs,
      bodyTimeoutMs: wholeAnswerIdleTimeoutMs,
      deadlineMs,
    })
    if (answer._tag === 'Left') return left(withRequestId(answer.left, null))
    const { status, headers } = answer.right
    if (status < 200 || status > 299) return left(await readError(answer.right))
    const bytes = await answer.right.bytes(maxAnswerBytes)
    const upstreamRequestId = requestIdOf(headers)
    return bytes._tag === 'Left'
      ? left(withRequestId(bytes.left, upstreamRequestId))
      : right({ bytes: bytes.right, headers, upstreamRequestId })
  }
  return { post }
}

const readError = async (answer: UpstreamAnswer): Promise<UpstreamFailure> => {
  const text = await answer.text(MAX_ERROR_BYTES)
  // The status alone decides if the body never came whole.
  const body = text._tag === 'Left' ? undefined : jsonOf(text.right)
  return toMediaFailure(fromErrorResponse(answer.status, answer.headers, body))
}
