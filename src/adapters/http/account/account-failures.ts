import type { InvalidRefreshToken } from '../../../application/accounts/sessions/refresh-session.ts'
import type { InputImageFailure } from '../../../application/media/input-image.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import { detailErrors, PROTOCOL_ROWS } from '../surface/detail-errors.ts'
import { retryAfter } from '../surface/retry-after.ts'
import type { DetailTable } from '../surface/detail-errors.ts'

/** Everything that the account interface refuses. */
export type AccountFailure =
  | ProtocolFailure
  | { readonly tag: 'unauthenticated' }
  | { readonly tag: 'invalid_credentials' }
  | InvalidRefreshToken
  | { readonly tag: 'invalid_current_password' }
  | { readonly tag: 'cross_site_request' }
  | { readonly tag: 'reauthentication_required' }
  | { readonly tag: 'last_way_in' }
  | { readonly tag: 'email_taken' }
  | { readonly tag: 'registration_closed' }
  | { readonly tag: 'invalid_identity_token' }
  | { readonly tag: 'identity_provider_unavailable' }
  | { readonly tag: 'identity_taken' }
  | { readonly tag: 'email_required' }
  | { readonly tag: 'link_required' }
  | { readonly tag: 'payment_failed' }
  | { readonly tag: 'payment_unavailable' }
  | { readonly tag: 'not_a_text_model' }
  | { readonly tag: 'not_a_video_task' }
  | { readonly tag: 'insufficient_tokens' }
  | { readonly tag: 'conversation_archived' }
  | { readonly tag: 'generation_failed' }
  | { readonly tag: 'webhook_disabled' }
  | InputImageFailure

/** Contract 2, row by row. The code is the failure's own name unless the row says otherwise. */
const TABLE: DetailTable<AccountFailure> = {
  ...PROTOCOL_ROWS,
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
  invalid_current_password: () => ({ status: 403, detail: 'The current password is wrong.' }),
  cross_site_request: () => ({ status: 403, detail: 'Only a page of the console itself may ask this.' }),
  reauthentication_required: () => ({
    status: 403,
    detail: 'This needs a sign-in of the last ten minutes: prove who you are at /v1/auth/reauthenticate first.',
  }),
  last_way_in: () => ({
    status: 409,
    detail: 'This is the only way into the account: set a password or link another provider first.',
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
  payment_failed: () => ({ status: 502, detail: 'The payment provider did not take the order; nothing was charged.' }),
  payment_unavailable: () => ({
    status: 503,
    detail: 'The payment provider takes no orders now; nothing was charged. Try again with the same Idempotency-Key.',
    headers: retryAfter(30),
  }),
  not_a_text_model: () => ({ status: 400, detail: 'This conversation is not held in text.' }),
  not_a_video_task: () => ({ status: 400, detail: 'This task makes no video.' }),
  insufficient_tokens: () => ({ status: 402, detail: 'There are not enough tokens on the wallet.' }),
  conversation_archived: () => ({ status: 409, detail: 'This conversation is archived; unarchive it first.' }),
  generation_failed: () => ({ status: 502, detail: 'The model did not deliver; the tokens were given back.' }),
  webhook_disabled: () => ({ status: 409, detail: 'This webhook is disabled; enable it first.' }),
  unsafe_url: (failure) => ({ status: 400, detail: failure.message }),
  url_not_fetchable: (failure) => ({ status: 400, detail: failure.message }),
  invalid_image: (failure) => ({ status: 400, detail: failure.message }),
}

/** How a failure looks to clients of the account interface. */
export const accountError = detailErrors<AccountFailure>(TABLE)
