import type { ChatFailure } from '../../../application/gateway/chat/chat-call.ts'
import type { InputImageFailure } from '../../../application/media/input-image.ts'
import type { PreviousResponseNotFound } from '../../../application/responses/continue-response.ts'
import type { InvalidAudio } from '../../../domain/transcription/audio-file.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import { MAX_WAIT_SECONDS, retryAfter, retryAfterProvider } from '../surface/retry-after.ts'
import type { ErrorResponse } from '../surface/surface.ts'
import { limitRestart } from '../paid-calls/limit-restart.ts'
import { shortageText } from '../paid-calls/shortage-text.ts'

/** Everything that the public gateway refuses. */
export type OpenAiFailure =
  | ProtocolFailure
  | { readonly tag: 'invalid_api_key' }
  | ChatFailure
  | InputImageFailure
  | InvalidAudio
  | { readonly tag: 'video_not_found' }
  | { readonly tag: 'video_not_ready' }
  | { readonly tag: 'conflicting_durations' }
  | PreviousResponseNotFound

/** What the images of a request may be refused for. */
export const INPUT_IMAGE_FAILURES = ['unsafe_url', 'url_not_fetchable', 'invalid_image', 'payload_too_large'] as const

/** How a failure looks to clients of the public gateway: OpenAI's error object plus status and headers. */
interface OpenAiError {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly message: string
  readonly param: string | null
  readonly headers: Readonly<Record<string, string>>
}

type Row<F extends OpenAiFailure> = (
  failure: F,
) => Omit<OpenAiError, 'code' | 'param' | 'headers'> & Partial<Pick<OpenAiError, 'code' | 'param' | 'headers'>>

type Table = { readonly [Tag in OpenAiFailure['tag']]: Row<Extract<OpenAiFailure, { tag: Tag }>> }

const invalid = (
  status: number,
  message: string,
  rest: Partial<Pick<OpenAiError, 'code' | 'param' | 'headers'>> = {},
) => ({
  status,
  type: 'invalid_request_error',
  message,
  ...rest,
})

const NO_RETRY = { 'x-should-retry': 'false' } as const

const upstream =
  (message: string) =>
  (failure: { readonly mayHaveWorked: boolean }): ReturnType<Row<OpenAiFailure>> => ({
    status: 502,
    type: 'upstream_error',
    message,
    headers: failure.mayHaveWorked ? NO_RETRY : {},
  })

type RateLimited = Extract<ProtocolFailure, { readonly tag: 'rate_limit_exceeded' }>

const limitedBy = ({ ofKey, tokensOfKey }: RateLimited): string => {
  if (tokensOfKey !== undefined) return `API key, ${tokensOfKey} tokens a minute,`
  return ofKey === undefined ? 'account' : `API key, ${ofKey} calls a minute,`
}

/** Contract 2, row by row. The code is the failure's own name unless the row says otherwise. */
const TABLE: Table = {
  malformed_json: (failure) => invalid(400, failure.message),
  malformed_request: (failure) => invalid(400, failure.message),
  // Every list of this surface has its cursor in the same field.
  invalid_cursor: () => invalid(400, 'The cursor is not one this API gave out.', { param: 'after' }),
  unsupported_capability: (failure) => invalid(400, failure.message, { param: failure.param }),
  unsupported_parameter: (failure) => invalid(400, failure.message, { param: failure.param }),
  unsafe_url: (failure) => invalid(400, failure.message, { param: failure.param }),
  url_not_fetchable: (failure) => invalid(400, failure.message, { param: failure.param }),
  invalid_image: (failure) => invalid(400, failure.message, { param: failure.param }),
  invalid_audio: (failure) => invalid(400, failure.message, { param: failure.param }),
  conflicting_durations: () =>
    invalid(400, 'seconds and duration were sent with different values; send one of them.', { param: 'seconds' }),
  conflicting_token_limits: () =>
    invalid(400, 'max_tokens and max_completion_tokens were sent with different values; send one of them.', {
      param: 'max_tokens',
    }),
  rejected_by_upstream: (failure) =>
    invalid(failure.code === 'payload_too_large' ? 413 : 400, failure.message, {
      param: failure.param,
      code: failure.code,
    }),
  invalid_api_key: () =>
    invalid(401, 'The API key is missing or not valid. Send a key as `Authorization: Bearer <key>`.'),
  insufficient_balance: ({ shortage }) => ({
    status: 402,
    type: 'insufficient_balance',
    message: `The balance does not cover the estimated price of this call. ${shortageText(shortage)}`,
    headers: NO_RETRY,
  }),
  key_spend_limit_exceeded: ({ shortage, periodEndsAtMs }) => ({
    status: 402,
    type: 'insufficient_balance',
    message: `The spend limit of this API key does not cover the estimated price of this call. ${shortageText(shortage)}${limitRestart(periodEndsAtMs)}`,
    headers: NO_RETRY,
  }),
  top_up_required: () => ({
    status: 402,
    type: 'insufficient_balance',
    code: 'insufficient_balance',
    message: 'An earlier call cost more than this balance had; top it up before the next paid call.',
    headers: NO_RETRY,
  }),
  balance_held: ({ shortage, retryAfterSeconds }) => ({
    status: 402,
    type: 'insufficient_balance',
    message: `${shortage.isOfKey ? 'The money of this API key' : 'The balance'} is held by your calls that are still running; try again when one has ended. ${shortageText(shortage)}`,
    headers: { 'x-should-retry': 'true', ...retryAfter(retryAfterSeconds) },
  }),
  model_not_found: (failure) =>
    invalid(
      404,
      `The model \`${failure.model}\` does not exist or this key may not use it; \`GET /v1/models\` lists those that it may.`,
      { param: 'model' },
    ),
  video_not_found: () => invalid(404, 'There is no such video.'),
  previous_response_not_found: ({ id }) =>
    invalid(400, `There is no response \`${id}\` to continue.`, { param: 'previous_response_id' }),
  video_not_ready: () =>
    invalid(409, 'The video has no content: it is not finished, or it failed.', { headers: NO_RETRY }),
  not_found: (failure) => invalid(404, failure.message ?? 'There is nothing at this address.'),
  // Codex tries a WebSocket first, and goes on without one at once where it gets this status.
  method_not_allowed: ({ allowed, isUpgrade, suggestion }) =>
    isUpgrade
      ? invalid(426, 'WebSockets are not offered; send a request by HTTP.', { headers: { upgrade: 'HTTP/1.1' } })
      : invalid(405, `This method is not offered at this address${suggestion === null ? '.' : `; ${suggestion}`}`, {
          headers: { allow: allowed.join(', ') },
        }),
  payload_too_large: (failure) => invalid(413, failure.message),
  unsupported_media_type: (failure) => invalid(415, failure.message),
  idempotency_in_progress: (failure) =>
    invalid(409, 'A request with this Idempotency-Key is still running.', {
      headers: retryAfter(failure.retryAfterSeconds),
    }),
  idempotency_mismatch: () => invalid(422, 'This Idempotency-Key was used with another request.'),
  validation_error: (failure) => {
    const first = failure.problems[0]
    const param = first === undefined || first.path.length === 0 ? null : first.path.join('.')
    return invalid(
      422,
      param === null ? `The request ${first?.message ?? 'is not valid'}.` : `\`${param}\`: ${first?.message}.`,
      {
        param,
      },
    )
  },
  rate_limit_exceeded: (failure) => ({
    status: 429,
    type: 'rate_limit_error',
    message: `The rate limit of this ${limitedBy(failure)} is exceeded.`,
    headers: retryAfter(failure.retryAfterSeconds),
  }),
  internal_error: () => ({ status: 500, type: 'server_error', message: 'Something went wrong on our side.' }),
  upstream_error: (failure) =>
    upstream(
      failure.isTooLarge === true
        ? 'The answer is larger than this gateway takes. Nothing was charged.'
        : 'The upstream provider failed. Nothing was charged.',
    )(failure),
  upstream_unavailable: () => ({
    status: 503,
    type: 'upstream_error',
    message: 'This model is switched off at the moment. Nothing was charged.',
    // An operator switches a model off for minutes at least.
    headers: retryAfter(MAX_WAIT_SECONDS),
  }),
  upstream_timeout: (failure) =>
    failure.isCharged === true
      ? upstream('The answer was not read before its deadline. What was delivered is charged.')(failure)
      : upstream('The upstream provider did not answer in time. Nothing was charged.')(failure),
  upstream_rate_limited: ({ retryAfterSeconds: wait }) => ({
    status: 502,
    type: 'upstream_error',
    message: 'The upstream provider takes no more calls at the moment. Nothing was charged.',
    headers: retryAfterProvider(wait),
  }),
  upstream_refused_content: upstream('The upstream provider refused this content. Nothing was charged.'),
  overloaded: () => ({
    status: 503,
    type: 'server_error',
    message: 'The service is overloaded; try again shortly.',
    headers: retryAfter(1),
  }),
  ledger_unavailable: () => ({
    status: 503,
    type: 'server_error',
    code: 'overloaded',
    message: 'The service cannot reach its database; try again shortly.',
    headers: retryAfter(2),
  }),
  shutting_down: () => ({
    status: 503,
    type: 'server_error',
    message: 'This instance is shutting down; try again.',
    headers: retryAfter(1),
  }),
}

export const openAiError = (failure: OpenAiFailure): OpenAiError => {
  // The table is total over the tags; TypeScript cannot correlate a union's member with its own row.
  const row = TABLE[failure.tag] as Row<OpenAiFailure>
  return { code: failure.tag, param: null, headers: {}, ...row(failure) }
}

/** The body of an error: all four keys are always there. */
export const openAiErrorBody = (error: OpenAiError): Readonly<Record<string, unknown>> => ({
  error: { message: error.message, type: error.type, param: error.param, code: error.code },
})

/** A failure as clients of the public gateway see it. */
export const openAiErrorResponse = (failure: OpenAiFailure): ErrorResponse => {
  const error = openAiError(failure)
  return { status: error.status, body: openAiErrorBody(error), headers: error.headers }
}
