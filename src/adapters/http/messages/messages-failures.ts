import type { ChatFailure } from '../../../application/gateway/chat/chat-call.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import { paidCallFailures } from '../paid-calls/paid-call-failures.ts'
import { MAX_WAIT_SECONDS, retryAfter, retryAfterProvider } from '../surface/retry-after.ts'
import type { ErrorResponse } from '../surface/surface.ts'
import { limitRestart } from '../paid-calls/limit-restart.ts'
import { shortageText } from '../paid-calls/shortage-text.ts'

/** Everything that the Messages surface refuses. */
export type MessagesFailure = ProtocolFailure | { readonly tag: 'invalid_api_key' } | ChatFailure

/** What a request for a message can be refused with. */
export const MESSAGE_FAILURES = paidCallFailures(['unsafe_url', 'conflicting_token_limits'])

/** How a failure looks to clients of Anthropic's wire: a status and Anthropic's word for it (contract 2). */
interface MessagesError {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  /** What clients read of a failure that their own code mends. */
  readonly details?: Readonly<Record<string, unknown>>
}

type Row<F extends MessagesFailure> = (failure: F) => MessagesError

type Headers = Readonly<Record<string, string>>

const NO_RETRY: Headers = { 'x-should-retry': 'false' }

const invalid = (message: string, status = 400, headers: Headers = {}): MessagesError => ({
  status,
  type: 'invalid_request_error',
  message,
  headers,
})

/**
 * Whether a sentence names a field itself: it begins with it or quotes it. Inside a sentence the name may be a word of
 * its own, as in "must be an array of 1 to 4096 messages".
 */
const namesField = (message: string, param: string): boolean =>
  (message.startsWith(param) && !/^\w/.test(message.slice(param.length))) ||
  ["'", '"', '`'].some((quote) => message.includes(quote + param + quote))

const THREAD = 'thread'

/** Anthropic's own word for it. Its SDK asks for threads by itself, and goes on without them only after this word. */
const NO_THREADS = { error_code: 'thread_unsupported_request', unsupported: [THREAD] }

/** This envelope has no place for the field that is at fault, so the sentence begins with it. */
const invalidField = ({
  param,
  message,
}: {
  readonly param: string | null
  readonly message: string
}): MessagesError => ({
  ...invalid(param === null || namesField(message, param) ? message : `${param}: ${message}`),
  ...(param === THREAD ? { details: NO_THREADS } : {}),
})

const billing = (message: string, headers: Headers = NO_RETRY): MessagesError => ({
  status: 402,
  type: 'billing_error',
  message,
  headers,
})

const notFound = (message: string): MessagesError => ({ status: 404, type: 'not_found_error', message })

const tooLarge = (message: string): MessagesError => ({ status: 413, type: 'request_too_large', message })

const overloaded = (message: string, retryAfterSeconds: number): MessagesError => ({
  status: 529,
  type: 'overloaded_error',
  message,
  headers: retryAfter(retryAfterSeconds),
})

/** What the provider may have done already is not asked of it once more. */
const upstream = (message: string, mayHaveWorked: boolean): MessagesError => ({
  status: 502,
  type: 'api_error',
  message,
  headers: mayHaveWorked ? NO_RETRY : {},
})

const NOT_CHARGED = 'This call costs nothing.'

type RateLimited = Extract<ProtocolFailure, { readonly tag: 'rate_limit_exceeded' }>

const usedUp = ({ ofKey, tokensOfKey }: RateLimited): string => {
  if (tokensOfKey !== undefined) return `This call does not fit into the ${tokensOfKey} tokens a minute of its API key.`
  return ofKey === undefined
    ? 'This account has made too many requests within a minute.'
    : `This API key has made its ${ofKey} requests of a minute.`
}

const ROWS: { readonly [Tag in MessagesFailure['tag']]: Row<Extract<MessagesFailure, { tag: Tag }>> } = {
  malformed_json: ({ message }) => invalid(message),
  malformed_request: ({ message }) => invalid(message),
  invalid_cursor: () => invalid('The list has no such place.'),
  unsupported_capability: invalidField,
  unsupported_parameter: invalidField,
  unsafe_url: invalidField,
  conflicting_token_limits: () => invalid('max_tokens: two limits were given.'),
  rejected_by_upstream: (failure) =>
    failure.code === 'payload_too_large' ? tooLarge(failure.message) : invalidField(failure),
  validation_error: ({ problems: [first] }) =>
    first === undefined
      ? invalid('The request is not valid.')
      : invalidField({ param: first.path.length === 0 ? null : first.path.join('.'), message: first.message }),
  invalid_api_key: () => ({
    status: 401,
    type: 'authentication_error',
    message: 'No valid API key came with this call.',
  }),
  insufficient_balance: ({ shortage }) =>
    billing(`Your balance is below the estimated price of this call. ${shortageText(shortage)}`),
  key_spend_limit_exceeded: ({ shortage, periodEndsAtMs }) =>
    billing(
      `The estimated price of this call is above the spend limit of its API key. ${shortageText(shortage)}${limitRestart(periodEndsAtMs)}`,
    ),
  top_up_required: () =>
    billing('Your balance was too small for an earlier call; paid calls are possible again after a top-up.'),
  balance_held: ({ shortage, retryAfterSeconds }) =>
    billing(
      `${shortage.isOfKey ? 'The money of this API key' : 'Your balance'} is held by calls that are still running; try again when one of them has ended. ${shortageText(shortage)}`,
      { 'x-should-retry': 'true', ...retryAfter(retryAfterSeconds) },
    ),
  model_not_found: ({ model }) => notFound(`model: ${model}`),
  not_found: ({ message }) => notFound(message ?? 'Nothing is offered at this address.'),
  method_not_allowed: ({ allowed }) =>
    invalid('This address is called with another method.', 405, { allow: allowed.join(', ') }),
  payload_too_large: ({ message }) => tooLarge(message),
  unsupported_media_type: ({ message }) => invalid(message, 415),
  idempotency_in_progress: ({ retryAfterSeconds }) =>
    invalid('The call with this Idempotency-Key has not ended yet.', 409, retryAfter(retryAfterSeconds)),
  idempotency_mismatch: () => invalid('Another request came with this Idempotency-Key before.'),
  rate_limit_exceeded: (failure) => ({
    status: 429,
    type: 'rate_limit_error',
    message: usedUp(failure),
    headers: retryAfter(failure.retryAfterSeconds),
  }),
  internal_error: () => ({ status: 500, type: 'api_error', message: 'An error of ours; the request id names it.' }),
  upstream_error: ({ mayHaveWorked, isTooLarge }) =>
    upstream(
      `${isTooLarge === true ? 'The answer is larger than this gateway takes.' : "The model's provider failed."} ${NOT_CHARGED}`,
      mayHaveWorked,
    ),
  upstream_unavailable: () => overloaded(`This model is switched off at the moment. ${NOT_CHARGED}`, MAX_WAIT_SECONDS),
  upstream_timeout: ({ mayHaveWorked, isCharged }) =>
    upstream(
      isCharged === true
        ? 'The answer was read too slowly; what was delivered of it is charged.'
        : `The model's provider took too long. ${NOT_CHARGED}`,
      mayHaveWorked,
    ),
  upstream_rate_limited: ({ retryAfterSeconds: wait }) => ({
    ...upstream(`The model's provider takes no more calls at the moment. ${NOT_CHARGED}`, false),
    headers: retryAfterProvider(wait),
  }),
  upstream_refused_content: ({ mayHaveWorked }) =>
    upstream(`The model's provider refused this content. ${NOT_CHARGED}`, mayHaveWorked),
  overloaded: () => overloaded('The service is overloaded; try again shortly.', 1),
  ledger_unavailable: () => overloaded('Our database cannot be reached; try again shortly.', 2),
  shutting_down: () => overloaded('This server is stopping; the next attempt reaches another.', 1),
}

const errorOf = (failure: MessagesFailure): MessagesError => {
  // The table is total over the tags; TypeScript cannot correlate a union's member with its own row.
  const row = ROWS[failure.tag] as Row<MessagesFailure>
  return row(failure)
}

/** The envelope of an error, in a body and in a stream. */
export const messagesErrorBody = (failure: MessagesFailure, requestId: string): Readonly<Record<string, unknown>> => {
  const { type, message, details } = errorOf(failure)
  const error = details === undefined ? { type, message } : { type, message, details }
  return { type: 'error', error, request_id: requestId }
}

/** A failure as clients of the Messages surface see it. */
export const messagesErrorResponse = (failure: MessagesFailure, requestId: string): ErrorResponse => {
  const { status, headers } = errorOf(failure)
  return { status, body: messagesErrorBody(failure, requestId), headers: { ...headers, 'request-id': requestId } }
}
