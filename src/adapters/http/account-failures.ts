import type { AccountFailure } from './failures.ts'
import type { Problem } from './validation.ts'

/** How a failure looks to clients of the account interface. */
export interface AccountError {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

interface Sentence {
  readonly status: number
  readonly detail: string
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Row<F extends AccountFailure> = (failure: F) => Sentence

type Table = {
  readonly [Tag in Exclude<AccountFailure['tag'], 'validation_error'>]: Row<Extract<AccountFailure, { tag: Tag }>>
}

const retryAfter = (seconds: number): Readonly<Record<string, string>> => ({ 'retry-after': String(seconds) })

/** Contract 2, row by row. The code is the failure's own name unless the row says otherwise. */
const TABLE: Table = {
  malformed_json: (failure) => ({ status: 400, detail: failure.message }),
  malformed_request: (failure) => ({ status: 400, detail: failure.message }),
  invalid_cursor: () => ({ status: 400, detail: 'The cursor is not one this API gave out.' }),
  unauthenticated: () => ({
    status: 401,
    detail: 'A valid access token is needed.',
    headers: { 'www-authenticate': 'Bearer' },
  }),
  invalid_credentials: () => ({ status: 401, detail: 'The e-mail or the password is wrong.' }),
  invalid_refresh_token: () => ({ status: 401, detail: 'The refresh token is not valid.' }),
  refresh_token_reused: () => ({
    status: 401,
    code: 'invalid_refresh_token',
    detail: 'The refresh token is not valid.',
  }),
  not_found: (failure) => ({ status: 404, detail: failure.message ?? 'There is no such thing.' }),
  invalid_current_password: () => ({ status: 403, detail: 'The current password is wrong.' }),
  reauthentication_required: () => ({
    status: 403,
    detail: 'This needs a sign-in of the last ten minutes: prove who you are at /v1/auth/reauthenticate first.',
  }),
  last_way_in: () => ({
    status: 409,
    detail: 'This is the only way into the account: set a password or link another provider first.',
  }),
  method_not_allowed: (failure) => ({
    status: 405,
    detail: 'This method is not offered at this address.',
    headers: { allow: failure.allowed.join(', ') },
  }),
  registration_closed: () => ({ status: 403, detail: 'Accounts are opened by the operator of this service alone.' }),
  email_taken: () => ({ status: 409, detail: 'This e-mail address is already registered.' }),
  invalid_identity_token: () => ({
    status: 401,
    code: 'invalid_credentials',
    detail: 'The provider does not answer for this token.',
  }),
  identity_taken: () => ({ status: 409, detail: 'This social account is linked to another account here.' }),
  link_required: () => ({
    status: 409,
    detail: 'This e-mail address has an account here: log in to it and link the social account there.',
  }),
  email_required: () => ({ status: 422, detail: 'The provider gave no e-mail address; allow it to share one.' }),
  identity_provider_unavailable: () => ({
    status: 503,
    detail: 'The provider cannot be asked now; try again shortly.',
    headers: retryAfter(5),
  }),
  idempotency_in_progress: (failure) => ({
    status: 409,
    detail: 'A request with this Idempotency-Key is still running.',
    headers: retryAfter(failure.retryAfterSeconds),
  }),
  idempotency_mismatch: () => ({ status: 422, detail: 'This Idempotency-Key was used with another request.' }),
  payload_too_large: (failure) => ({ status: 413, detail: failure.message }),
  unsupported_media_type: (failure) => ({ status: 415, detail: failure.message }),
  rate_limit_exceeded: (failure) => ({
    status: 429,
    detail: 'Too many attempts; try again shortly.',
    headers: retryAfter(failure.retryAfterSeconds),
  }),
  payment_failed: () => ({ status: 502, detail: 'The payment provider did not take the order; nothing was charged.' }),
  payment_unavailable: () => ({
    status: 503,
    detail: 'The payment provider takes no orders now; nothing was charged. Try again with the same Idempotency-Key.',
    headers: retryAfter(30),
  }),
  not_a_text_model: () => ({ status: 400, detail: 'This conversation is not held in text.' }),
  not_a_video_task: () => ({ status: 400, detail: 'This task makes no video.' }),
  insufficient_tokens: () => ({ status: 402, detail: 'There are not enough tokens on the wallet.' }),
  conversation_archived: () => ({ status: 409, detail: 'This conversation is archived; take it out first.' }),
  generation_failed: () => ({ status: 502, detail: 'The model did not deliver; the tokens were given back.' }),
  unsafe_url: (failure) => ({ status: 400, detail: failure.message }),
  url_not_fetchable: (failure) => ({ status: 400, detail: failure.message }),
  invalid_image: (failure) => ({ status: 400, detail: failure.message }),
  internal_error: () => ({ status: 500, detail: 'Something went wrong on our side.' }),
  overloaded: () => ({
    status: 503,
    detail: 'The service is overloaded; try again shortly.',
    headers: retryAfter(1),
  }),
  ledger_unavailable: () => ({
    status: 503,
    code: 'overloaded',
    detail: 'The service cannot reach its database; try again shortly.',
    headers: retryAfter(2),
  }),
  shutting_down: () => ({ status: 503, detail: 'This instance is shutting down; try again.', headers: retryAfter(1) }),
}

/** One entry of HTTPValidationError, the 422 shape clients of this interface know. */
const validationDetail = (problem: Problem): Readonly<Record<string, unknown>> => ({
  loc: [problem.place, ...problem.path],
  msg: problem.message,
  type: problem.type,
})

export const accountError = (failure: AccountFailure): AccountError => {
  if (failure.tag === 'validation_error') {
    return { status: 422, body: { detail: failure.problems.map(validationDetail) }, headers: {} }
  }
  // The table is total over the other tags; TypeScript cannot correlate a union's member with its own row.
  const sentence = (TABLE[failure.tag] as Row<AccountFailure>)(failure)
  return {
    status: sentence.status,
    body: { detail: sentence.detail, code: sentence.code ?? failure.tag },
    headers: sentence.headers ?? {},
  }
}
