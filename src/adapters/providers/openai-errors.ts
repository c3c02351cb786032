import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { OUR_STATUSES, rejection, REJECTING_STATUSES, speaksOfContent } from './failures/rejection.ts'
import { validationDetails } from './failures/validation-details.ts'
import { reportedWords } from './failures/reported-words.ts'
import { requestIdFrom } from './upstream/request-id.ts'
import { retryAfterSeconds } from './upstream/retry-after.ts'
import type { UpstreamHeaders } from './upstream/upstream-http.ts'
import { stringOf } from '../../domain/json.ts'
import { arrayOf, countOf, nonEmptyOf, objectOf } from './wire.ts'
import type { Wire } from './wire.ts'

/** What an upstream reported about its failure, in any of the shapes in use. */
interface UpstreamError {
  readonly message: string | null
  readonly type: string | null
  /** The code as a word; a number in this place is the status. */
  readonly code: string | null
  readonly param: string | null
  readonly status: number | null
  readonly isModeration: boolean
}

const NO_ERROR: UpstreamError = {
  message: null,
  type: null,
  code: null,
  param: null,
  status: null,
  isModeration: false,
}

/**
 * The error in a body, null if the body is none. Shapes: `{error: {…}}`, `{code, error: "text"}` (xAI),
 * flat `{object: "error", message, …}` (Mistral, vLLM), `[{error: {…}}]` (Google).
 */
const errorIn = (body: unknown): UpstreamError | null => {
  const whole = objectOf(arrayOf(body)?.[0] ?? body)
  if (whole === null) return null
  const nested = objectOf(whole['error'])
  if (nested !== null) return toError(nested)
  const message = reportedWords(whole['error'])
  if (message !== null) return { ...toError(whole), message }
  return whole['object'] === 'error' ? toError(whole) : null
}

/** The failure of an answer with an error status, whether or not its body could be read. */
export const fromErrorResponse = (status: number, headers: UpstreamHeaders, body: unknown): UpstreamFailure => {
  const flat = objectOf(body)
  const error = errorIn(body) ?? (flat === null ? NO_ERROR : toError(flat))
  return toFailure(error, status, headers)
}

/** The failure that a response with status 200 holds, in its body or in its stream; null if it holds none. */
export const failureIn = (body: unknown, headers: UpstreamHeaders): UpstreamFailure | null => {
  const error = errorIn(body)
  return error === null ? null : toFailure(error, error.status ?? statusOfWords(error), headers)
}

export const requestIdOf = requestIdFrom('x-generation-id', 'x-request-id', 'request-id')

const toError = (error: Wire): UpstreamError => {
  const details = validationDetails(error['message']) ?? validationDetails(error['detail'])
  return {
    message: reportedWords(error['message']) ?? reportedWords(error['detail']) ?? reportedWords(details?.message),
    type: nonEmptyOf(error['type']),
    code: nonEmptyOf(error['code']),
    param: stringOf(error['param']) ?? details?.param ?? null,
    status: statusIn(error['code']) ?? statusIn(error['status']),
    isModeration: arrayOf(objectOf(error['metadata'])?.['reasons']) !== null,
  }
}

const statusIn = (code: unknown): number | null => {
  const status = countOf(typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code)
  return status !== null && status >= 400 && status <= 599 ? status : null
}

/** The status that the error would have had, had it come before the answer began. */
const statusOfWords = (error: UpstreamError): number => {
  const words = `${error.type ?? ''} ${error.code ?? ''}`.toLowerCase()
  if (isOurWord(error)) return 401
  if (/rate_limit|too_many_requests|slow_down|exhausted/.test(words)) return 429
  if (/overloaded|unavailable/.test(words)) return 503
  return CALLERS_FAULT_WORDS.test(words) || isRefusal(error, 400) ? 400 : 502
}

/** Responses fail with a code and no type; those about a prompt or an image are of what the caller sent. */
const CALLERS_FAULT_WORDS =
  /invalid[_ ](?:request|argument|prompt|image|base64_image)|unsupported|context_length|badrequest|image_(?:too_|parse_error|file_)|empty_image_file|failed_to_download_image/

const toFailure = (error: UpstreamError, status: number, headers: UpstreamHeaders): UpstreamFailure => {
  const upstreamCode = error.code ?? error.type
  const fields = {
    message: error.message ?? `The upstream answered with status ${status}.`,
    upstreamRequestId: requestIdOf(headers),
    upstreamCode,
    upstreamStatus: status,
  }
  if (isRefusal(error, status)) return { tag: 'refused_content', ...fields }
  if (isOurFault(error, status)) return { tag: 'misconfigured', ...fields }
  if (status === 429) return { tag: 'rate_limited', retryAfterSeconds: retryAfterSeconds(headers), ...fields }
  if (status === 503 || status === 529) {
    return { tag: 'unavailable', retryAfterSeconds: retryAfterSeconds(headers), ...fields }
  }
  if (status === 408) return { tag: 'timed_out', ...fields }
  if (REJECTING_STATUSES.has(status) || isRoutersRefusal(error, status)) {
    return rejection({ words: error.message, code: upstreamCode, param: error.param }, fields)
  }
  // 409 and its like are conflicts inside the provider, never of the caller, who names nothing that lives there.
  return { tag: 'server_error', ...fields }
}

/** OpenRouter finds no provider for what the request asks, and says so with the status of an unknown path. */
const isRoutersRefusal = (error: UpstreamError, status: number): boolean =>
  status === 404 && error.param === null && /^no endpoints found that/i.test(error.message ?? '')

const REFUSAL_CODES = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'misalignment_policy_violation',
  'bio_policy',
  'moderation_blocked',
  'responsibleaipolicyviolation',
  'data_inspection_failed',
  'datainspectionfailed',
])

const isRefusal = (error: UpstreamError, status: number): boolean =>
  status >= 400 &&
  status < 500 &&
  (REFUSAL_CODES.has(error.code?.toLowerCase() ?? '') ||
    REFUSAL_CODES.has(error.type?.toLowerCase() ?? '') ||
    (status === 403 && (error.isModeration || speaksOfContent(error.message ?? ''))))

const OUR_FAULT_CODES: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'api_key_invalid',
  'invalid_authentication_error',
  'authentication_error',
  'invalid_auth',
  'unauthorized',
  'permission_error',
  'permission_denied',
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_credits',
  'payment_required',
  'arrearage',
  'model_not_found',
  'invalid_model',
  'modelnotfound',
  'model_decommissioned',
])
const OUR_FAULT_PREFIXES = ['billing_', 'account_', 'accessdenied', 'access_terminated']
const OUR_FAULT_SUFFIXES = ['_spend_limit_exceeded', '_usage_limit_exceeded']

const isOurFaultCode = (code: string | null): boolean => {
  const word = (code ?? '').toLowerCase()
  return (
    OUR_FAULT_CODES.has(word) ||
    OUR_FAULT_PREFIXES.some((prefix) => word.startsWith(prefix)) ||
    OUR_FAULT_SUFFIXES.some((suffix) => word.endsWith(suffix)) ||
    word.includes('credit_balance')
  )
}

/** Anchored, because an error may quote the caller's own text, which must never decide whose fault it is. */
const OUR_FAULT_SENTENCES =
  /^(incorrect api key|invalid api[ -]?key|your api key|api key (is )?(not valid|invalid|expired|missing|not found)|no api key|insufficient (balance|credits?|funds|quota)|your (credit )?balance|your account|you exceeded your current quota|you have run out of|model not exist|invalid model|no endpoints found for|the model `[^`]*` (does not exist|has been deprecated|has been decommissioned))/i

const isOurFault = (error: UpstreamError, status: number): boolean => {
  if (status < 400 || OUR_STATUSES.has(status)) return true
  if (status >= 500) return false
  // The caller names neither the URL nor the upstream's model, so what is not found there is our catalogue's fault.
  return isOurWord(error) || error.param === 'model' || (status === 404 && !isRoutersRefusal(error, status))
}

const isOurWord = ({ code, type, message, param }: UpstreamError): boolean =>
  isOurFaultCode(code) || isOurFaultCode(type) || (param === null && OUR_FAULT_SENTENCES.test(message ?? ''))
