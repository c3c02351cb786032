import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { OUR_STATUSES, rejection, REJECTING_STATUSES, speaksOfContent } from '../failures/rejection.ts'
import { reportedWords } from '../failures/reported-words.ts'
import { requestIdFrom } from '../upstream/request-id.ts'
import { retryAfterSeconds } from '../upstream/retry-after.ts'
import type { UpstreamHeaders } from '../upstream/upstream-http.ts'
import { idOf, nonEmptyOf, objectOf } from '../wire.ts'

/** What the provider reported about its failure: `{type: "error", error: {type, message, details?}, request_id}`. */
interface AnthropicError {
  readonly message: string | null
  readonly type: string | null
  readonly code: string | null
  readonly requestId: string | null
}

const NO_ERROR: AnthropicError = { message: null, type: null, code: null, requestId: null }

const errorIn = (body: unknown): AnthropicError | null => {
  const whole = objectOf(body)
  const error = objectOf(whole?.['error'])
  if (whole === null || error === null) return null
  return {
    message: reportedWords(error['message']),
    type: nonEmptyOf(error['type']),
    code: nonEmptyOf(objectOf(error['details'])?.['error_code']),
    requestId: idOf(whole['request_id']),
  }
}

/** The failure of an answer with an error status, whether or not its body could be read. */
export const fromErrorResponse = (status: number, headers: UpstreamHeaders, body: unknown): UpstreamFailure =>
  toFailure(errorIn(body) ?? NO_ERROR, status, headers)

/** The failure that an answer with status 200 holds, in its body or in its stream; null if it holds none. */
export const failureIn = (body: unknown, headers: UpstreamHeaders): UpstreamFailure | null => {
  const error = errorIn(body)
  return error === null ? null : toFailure(error, STATUSES.get(error.type ?? '') ?? 500, headers)
}

export const requestIdOf = requestIdFrom('request-id', 'x-request-id')

export const notAMessage = (upstreamRequestId: string | null): UpstreamFailure =>
  badAnswer('The upstream answer is not a message.', upstreamRequestId)

export const brokenOff = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'server_error',
  message: 'The upstream broke its own answer off.',
  upstreamRequestId,
})

/** The status that an error has when it comes before the answer begins. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['conflict_error', 409],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
])

const toFailure = (error: AnthropicError, status: number, headers: UpstreamHeaders): UpstreamFailure => {
  const upstreamCode = error.code ?? error.type
  const failureFields = {
    message: error.message ?? `The upstream answered with status ${status}.`,
    upstreamRequestId: requestIdOf(headers) ?? error.requestId,
    upstreamCode,
    upstreamStatus: status,
  }
  const retryAfter = { retryAfterSeconds: retryAfterSeconds(headers) }
  const isRefusal =
    (status === 400 && CONTENT_POLICY.test(failureFields.message)) ||
    (status === 403 && speaksOfContent(error.message ?? ''))
  if (isRefusal) return { tag: 'refused_content', ...failureFields }
  if (isOurFault(error, status)) return { tag: 'misconfigured', ...failureFields }
  if (status === 429) return { tag: 'rate_limited', ...retryAfter, ...failureFields }
  if (status === 503 || status === 529) return { tag: 'unavailable', ...retryAfter, ...failureFields }
  if (status === 408) return { tag: 'timed_out', ...failureFields }
  if (REJECTING_STATUSES.has(status)) {
    return rejection({ words: error.message, code: upstreamCode, param: paramOf(error.message) }, failureFields)
  }
  // 409 and its like are conflicts inside the provider, never of the caller, who names nothing that lives there.
  return { tag: 'server_error', ...failureFields }
}

/** Both begin the message, because an error may quote the caller's own text, which must decide nothing. */
const CONTENT_POLICY = /^output blocked by content filtering policy/i
const ABOUT_US =
  /^(your credit balance|your account|you have reached your specified|this organization|(?:invalid|missing|incorrect) (?:x-)?api[ _-]?key)/i

/** Limits that we set ourselves: waiting does not help. A ramp limit, in contrast, passes. */
const SPEND_LIMIT = /spend_limit_reached$/

const isOurFault = ({ code, message }: AnthropicError, status: number): boolean => {
  if (status < 400 || status === 404 || OUR_STATUSES.has(status)) return true
  if (status >= 500) return false
  return SPEND_LIMIT.test(code ?? '') || (status === 400 && ABOUT_US.test(message ?? ''))
}

/** The provider begins with the path of the field: `messages.0.content: …`. Ours differs below the first name. */
const paramOf = (message: string | null): string | null => {
  const [, field] = /^([a-z_]+)(?:\.[\w.-]+)?: /.exec(message ?? '') ?? []
  return field === undefined ? null : (PARAMS.get(field) ?? null)
}

const PARAMS: ReadonlyMap<string, string> = new Map([
  ['messages', 'messages'],
  ['system', 'messages'],
  ['max_tokens', 'max_tokens'],
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['tools', 'tools'],
  ['tool_choice', 'tool_choice'],
  ['stop_sequences', 'stop'],
  ['output_config', 'response_format'],
  ['thinking', 'reasoning_effort'],
])
