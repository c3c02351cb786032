import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS, MAX_ERROR_BYTES } from '../answer-limits.ts'
import { fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { withRequestId } from '../transport-failure.ts'
import type { TransportFailure } from '../transport-failure.ts'
import type { UpstreamAnswer, UpstreamHeaders } from '../upstream-exchange.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from '../upstream-timeouts.ts'
import { jsonOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { toMediaFailure } from './media-failure.ts'
import type { VendorAccess } from '../vendor-access.ts'

export interface XaiAnswer {
  readonly status: number
  /** Undefined where the body is no JSON. */
  readonly body: unknown
  readonly headers: UpstreamHeaders
}

/** A question after the state of a job is answered from memory; its asker waits. */
const LOOK_UP_TIMEOUT_MS = 20_000

/** xAI's HTTP: where, with which key, for how long. Every JSON answer has a status of 200 to 299. */
export const xaiClient = ({ baseUrl, apiKey, http, timeouts, limits }: VendorAccess) => {
  const { idleTimeoutMs, wholeAnswerIdleTimeoutMs, deadlineMs } = { ...DEFAULT_UPSTREAM_TIMEOUTS, ...timeouts }
  const { maxAnswerBytes } = { ...DEFAULT_ANSWER_LIMITS, ...limits }
  const base = new URL(baseUrl.replace(/(?<!\/)\/+$/, ''))
  const headers = { accept: 'application/json', ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) }

  const readJson = async (
    answer: Either<TransportFailure, UpstreamAnswer>,
  ): Promise<Either<UpstreamFailure, XaiAnswer>> => {
    if (answer._tag === 'Left') return left(withRequestId(answer.left, null))
    const { status } = answer.right
    if (status < 200 || status > 299) return left(await readError(answer.right))
    const text = await answer.right.text(maxAnswerBytes)
    if (text._tag === 'Left') return left(withRequestId(text.left, requestIdOf(answer.right.headers)))
    return right({ status, body: jsonOf(text.right), headers: answer.right.headers })
  }

  return {
    base,
    postJson: async (
      path: string,
      body: Wire,
      signal: AbortSignal | undefined,
    ): Promise<Either<UpstreamFailure, XaiAnswer>> =>
      readJson(
        await http.post({
          origin: base.origin,
          path: `${base.pathname}${path}`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal,
          headTimeoutMs: wholeAnswerIdleTimeoutMs,
          bodyTimeoutMs: wholeAnswerIdleTimeoutMs,
          deadlineMs,
        }),
      ),
    getJson: async (path: string, signal: AbortSignal | undefined): Promise<Either<UpstreamFailure, XaiAnswer>> =>
      readJson(
        await http.get({
          origin: base.origin,
          path: `${base.pathname}${path}`,
          headers,
          signal,
          headTimeoutMs: Math.min(LOOK_UP_TIMEOUT_MS, idleTimeoutMs),
          bodyTimeoutMs: Math.min(LOOK_UP_TIMEOUT_MS, idleTimeoutMs),
          deadlineMs: Math.min(LOOK_UP_TIMEOUT_MS, deadlineMs),
        }),
      ),
    /** A file, wherever it lies, and never with our key. Redirects and errors are answers like any other. */
    getFile: async (url: URL, signal: AbortSignal | undefined): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
      const answer = await http.get({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        headers: { accept: '*/*' },
        signal,
        headTimeoutMs: idleTimeoutMs,
        bodyTimeoutMs: idleTimeoutMs,
        deadlineMs,
      })
      return answer._tag === 'Left' ? left(withRequestId(answer.left, null)) : answer
    },
  }
}

const readError = async (answer: UpstreamAnswer): Promise<UpstreamFailure> => {
  const text = await answer.text(MAX_ERROR_BYTES)
  // The status alone decides if the body never came whole.
  const body = text._tag === 'Left' ? undefined : jsonOf(text.right)
  return toMediaFailure(fromErrorResponse(answer.status, answer.headers, body))
}
