import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { OUR_STATUSES, rejection, REJECTING_STATUSES, speaksOfContent } from '../failures/rejection.ts'
import { reportedWords } from '../failures/reported-words.ts'
import { requestIdFrom } from '../upstream/request-id.ts'
import { retryAfterSeconds } from '../upstream/retry-after.ts'
import type { UpstreamHeaders } from '../upstream/upstream-http.ts'
import { arrayOf, countOf, nonEmptyOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** What Google reported about its failure, in either of its two shapes (`google.rpc.Status`, Interactions). */
interface GoogleError {
  readonly message: string | null
  /** `INVALID_ARGUMENT` and the like, in capitals. */
  readonly word: string | null
  readonly status: number | null
  /** The `reason` of each ErrorInfo, e.g. `API_KEY_INVALID`. */
  readonly reasons: readonly string[]
  readonly retryAfterSeconds: number | null
}

const NO_ERROR: GoogleError = { message: null, word: null, status: null, reasons: [], retryAfterSeconds: null }

/** The error in a body, null if the body is none: `{error: {…}}`, or a list of it from Google's front end. */
const errorIn = (body: unknown): GoogleError | null => {
  const whole = objectOf(arrayOf(body)?.[0] ?? body)
  if (whole === null) return null
  const error = objectOf(whole['error'])
  if (error !== null) return toError(error)
  const message = reportedWords(whole['error'])
  return message === null ? null : { ...NO_ERROR, message }
}

/** The failure of an answer with an error status, whether or not its body could be read. */
export const fromErrorResponse = (status: number, headers: UpstreamHeaders, body: unknown): UpstreamFailure =>
  toFailure(errorIn(body) ?? NO_ERROR, status, headers)

/** The failure that an answer with status 200 holds, in its body or in its stream; null if it holds none. */
export const failureIn = (body: unknown, headers: UpstreamHeaders): UpstreamFailure | null => {
  const error = errorIn(body)
  if (error === null) return null
  return toFailure(error, error.status ?? STATUSES.get(error.word ?? '') ?? 500, headers)
}

/** Google names its calls in the body (`responseId`); a proxy before it may do so in the head. */
export const requestIdOf = requestIdFrom('x-goog-request-id', 'x-request-id')

const toError = (error: Wire): GoogleError => {
  const details = objectsIn(error['details'])
  const status = countOf(error['code'])
  return {
    message: reportedWords(error['message']),
    word: (nonEmptyOf(error['status']) ?? nonEmptyOf(error['code']))?.toUpperCase() ?? null,
    status: status !== null && status >= 400 && status <= 599 ? status : null,
    reasons: details.flatMap((detail) => nonEmptyOf(detail['reason']) ?? []),
    retryAfterSeconds: details.map((detail) => secondsOf(detail['retryDelay'])).find((wait) => wait !== null) ?? null,
  }
}

/** A duration of Google's JSON, `17s` or `0.25s`, as whole seconds rounded up. */
const secondsOf = (value: unknown): number | null => {
  const [, seconds] = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(nonEmptyOf(value) ?? '') ?? []
  return seconds === undefined ? null : Math.ceil(Number(seconds))
}

const STATUSES: ReadonlyMap<string, number> = new Map([
  ['INVALID_ARGUMENT', 400],
  ['INVALID_REQUEST', 400],
  ['OUT_OF_RANGE', 400],
  ['FAILED_PRECONDITION', 400],
  ['UNAUTHENTICATED', 401],
  ['PERMISSION_DENIED', 403],
  ['NOT_FOUND', 404],
  ['ABORTED', 409],
  ['ALREADY_EXISTS', 409],
  ['RESOURCE_EXHAUSTED', 429],
  ['RATE_LIMIT_EXCEEDED', 429],
  ['TOO_MANY_REQUESTS', 429],
  ['QUOTA_EXCEEDED', 429],
  ['CANCELLED', 499],
  ['UNIMPLEMENTED', 501],
  ['UNAVAILABLE', 503],
  ['OVERLOADED', 503],
  ['DEADLINE_EXCEEDED', 504],
])

const toFailure = (error: GoogleError, status: number, headers: UpstreamHeaders): UpstreamFailure => {
  const fields = {
    message: error.message ?? `The upstream answered with status ${status}.`,
    upstreamRequestId: requestIdOf(headers),
    upstreamCode: error.word,
    upstreamStatus: status,
  }
  const wait = error.retryAfterSeconds ?? retryAfterSeconds(headers)
  if (status === 403 && speaksOfContent(error.message ?? '')) return { tag: 'refused_content', ...fields }
  if (isOurFault(error, status)) return { tag: 'misconfigured', ...fields }
  if (status === 429) return { tag: 'rate_limited', retryAfterSeconds: wait, ...fields }
  // Only where Google says that it turned the call away is it sure that nothing was made.
  if (status === 503 && TURNED_AWAY.test(fields.message)) {
    return { tag: 'unavailable', retryAfterSeconds: wait, ...fields }
  }
  if (status === 408) return { tag: 'timed_out', ...fields }
  if (!REJECTING_STATUSES.has(status)) return { tag: 'server_error', ...fields }
  if (saysRefusal(fields.message)) return { tag: 'refused_content', ...fields }
  return rejection({ words: error.message, code: error.word, param: null }, fields)
}

const TURNED_AWAY = /overloaded|high demand|at capacity|try again later/i

/** The key, the account, the region, the model's name: none of them is the caller's. A bad key is a 400 too. */
const isOurFault = ({ message, word, reasons }: GoogleError, status: number): boolean =>
  status < 400 ||
  status === 404 ||
  OUR_STATUSES.has(status) ||
  (status < 499 &&
    (word === 'FAILED_PRECONDITION' ||
      reasons.some((reason) => reason.startsWith('API_KEY_')) ||
      /^api key (not valid|not found|expired|is )/i.test(message ?? '')))

/** Whether a sentence of Google's says that its safety rules forbid the content. */
export const saysRefusal = (message: string): boolean =>
  /responsible ai|violat[a-z]{0,8}\b.{0,80}\b(polic|guideline|practice|term)|prohibited content|safety (filter|polic)/i.test(
    message,
  )
