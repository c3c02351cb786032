import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { DEFAULT_ANSWER_LIMITS, MAX_ERROR_BYTES } from '../answer-limits.ts'
import { withRequestId } from '../transport-failure.ts'
import type { TransportFailure } from '../transport-failure.ts'
import type { UpstreamAnswer, UpstreamHeaders } from '../upstream-exchange.ts'
import { DEFAULT_UPSTREAM_TIMEOUTS } from '../upstream-timeouts.ts'
import { jsonOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { failureIn, fromErrorResponse, requestIdOf } from './errors.ts'
import type { VendorAccess } from '../vendor-access.ts'

export interface JsonAnswer {
  readonly body: Wire
  readonly headers: UpstreamHeaders
  /** Google's `responseId`, or what a proxy before it says. */
  readonly upstreamRequestId: string | null
}

/** A question after the state of a job is answered from memory; its asker waits. */
const LOOK_UP_TIMEOUT_MS = 20_000

/** Google's HTTP: where, with which key, for how long. Every answer has a status of 200 to 299. */
export const googleClient = ({ baseUrl, apiKey, http, timeouts, limits }: VendorAccess) => {
  const { idleTimeoutMs, wholeAnswerIdleTimeoutMs, deadlineMs } = { ...DEFAULT_UPSTREAM_TIMEOUTS, ...timeouts }
  const { maxAnswerBytes } = { ...DEFAULT_ANSWER_LIMITS, ...limits }
  const base = new URL(baseUrl.replace(/(?<!\/)\/+$/, ''))
  const key: Readonly<Record<string, string>> = apiKey === null ? {} : { 'x-goog-api-key': apiKey }

  const post = async (path: string, body: Wire, signal: AbortSignal | undefined, isStream: boolean) => {
    const silenceMs = isStream ? idleTimeoutMs : wholeAnswerIdleTimeoutMs
    return accepted(
      await http.post({
        origin: base.origin,
        path: `${base.pathname}${path}`,
        headers: {
          ...key,
          'content-type': 'application/json',
          accept: isStream ? 'text/event-stream' : 'application/json',
        },
        body: JSON.stringify(body),
        signal,
        headTimeoutMs: silenceMs,
        bodyTimeoutMs: silenceMs,
        deadlineMs,
      }),
    )
  }

  return {
    base,
    postStream: (path: string, body: Wire, signal: AbortSignal | undefined) => post(path, body, signal, true),
    postJson: async (
      path: string,
      body: Wire,
      signal: AbortSignal | undefined,
    ): Promise<Either<UpstreamFailure, JsonAnswer>> => {
      const answer = await post(path, body, signal, false)
      return answer._tag === 'Left' ? answer : readJson(answer.right, maxAnswerBytes)
    },
    getJson: async (path: string, signal: AbortSignal | undefined): Promise<Either<UpstreamFailure, JsonAnswer>> => {
      const answer = await accepted(
        await http.get({
          origin: base.origin,
          path: `${base.pathname}${path}`,
          headers: { ...key, accept: 'application/json' },
          signal,
          headTimeoutMs: Math.min(LOOK_UP_TIMEOUT_MS, idleTimeoutMs),
          bodyTimeoutMs: Math.min(LOOK_UP_TIMEOUT_MS, idleTimeoutMs),
          deadlineMs: Math.min(LOOK_UP_TIMEOUT_MS, deadlineMs),
        }),
      )
      return answer._tag === 'Left' ? answer : readJson(answer.right, maxAnswerBytes)
    },
    /** A file, wherever it lies; the key goes to Google's own host alone. Redirects are answers like any other. */
    getFile: async (url: URL, signal: AbortSignal | undefined): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
      const answer = await http.get({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        headers: { ...(url.origin === base.origin ? key : {}), accept: '*/*' },
        signal,
        headTimeoutMs: idleTimeoutMs,
        bodyTimeoutMs: idleTimeoutMs,
        deadlineMs,
      })
      return answer._tag === 'Left' ? left(withRequestId(answer.left, null)) : answer
    },
  }
}

export type GoogleClient = ReturnType<typeof googleClient>

const accepted = async (
  answer: Either<TransportFailure, UpstreamAnswer>,
): Promise<Either<UpstreamFailure, UpstreamAnswer>> => {
  if (answer._tag === 'Left') return left(withRequestId(answer.left, null))
  const { status } = answer.right
  return status >= 200 && status < 300 ? answer : left(await readError(answer.right))
}

/** The failure that an answer tells which is not the one asked for. */
export const readError = async (answer: UpstreamAnswer): Promise<UpstreamFailure> => {
  const text = await answer.text(MAX_ERROR_BYTES)
  const { status, headers } = answer
  const body = text._tag === 'Left' ? undefined : jsonOf(text.right)
  if (status === 200) return failureIn(body, headers) ?? notAsked(requestIdOf(headers))
  // The status alone decides if the body never came whole.
  return fromErrorResponse(status, headers, body)
}

const notAsked = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'bad_answer',
  message: 'The upstream sent something else than it was asked for.',
  upstreamRequestId,
})

/** The JSON object of an answer; `bad_answer` for anything else. */
export const readJson = async (
  answer: UpstreamAnswer,
  maxBytes: number,
): Promise<Either<UpstreamFailure, JsonAnswer>> => {
  const { headers } = answer
  const headId = requestIdOf(headers)
  const text = await answer.text(maxBytes)
  if (text._tag === 'Left') return left(withRequestId(text.left, headId))
  const json = jsonOf(text.right)
  // Google's front end may answer with a list of one error.
  const body = objectOf(Array.isArray(json) ? json[0] : json)
  if (body === null) return left(notAsked(headId))
  return right({ body, headers, upstreamRequestId: headId ?? nonEmptyOf(body['responseId']) })
}
