import { jsonSample } from './code-sample.ts'
import type { Guide } from './guide.ts'
import { html, formatInlineCode } from './html.ts'
import type { Html } from './html.ts'

/** What a client does about each status of the gateway. Codes stand in backticks; the document has them all. */
const ADVICE: readonly (readonly [status: string, advice: string])[] = [
  [
    '400',
    'The request asks for something that does not go: `unsupported_capability` (another kind of model is needed), `unsupported_parameter`, `conflicting_token_limits`, `unsafe_url`, `invalid_image`, `malformed_json`. Change the request.',
  ],
  ['401', '`invalid_api_key`: the key is missing, unknown, deleted or expired.'],
  [
    '402',
    '`insufficient_balance`: top up. `key_spend_limit_exceeded`: raise the limit of the key. `balance_held`: the money is held by calls of yours that still run; try again when they have ended.',
  ],
  ['404', '`model_not_found` (or the key may not use it), `video_not_found`, `not_found`.'],
  ['409', '`video_not_ready`: ask again later. `idempotency_in_progress`: the first call under this key still runs.'],
  ['413', '`payload_too_large`: send less.'],
  ['422', '`validation_error`: a field is missing or wrong; `param` names it, for example `messages.0.role`.'],
  ['429', '`rate_limit_exceeded`: wait as many seconds as `Retry-After` says.'],
  [
    '502',
    '`upstream_error`, `upstream_timeout`, `upstream_rate_limited`, `upstream_refused_content`: the provider failed or refused. Nothing was charged.',
  ],
  ['503', '`overloaded`: try again after `Retry-After`.'],
]

const rows: readonly Html[] = ADVICE.map(
  ([status, advice]) =>
    html`<tr>
      <td><span class="status">${status}</span></td>
      <td>${formatInlineCode(advice)}</td>
    </tr>`,
)

const GATEWAY = {
  error: {
    message: 'messages.0.role must be one of system, user, assistant, tool, developer',
    type: 'invalid_request_error',
    param: 'messages.0.role',
    code: 'validation_error',
  },
}

const ACCOUNT = { detail: 'The e-mail or the password is wrong.', code: 'invalid_credentials' }

export const errors: Guide = {
  id: 'errors',
  title: 'Errors',
  body: html`<div class="text">
      <p>
        The gateway answers errors in OpenAI’s envelope, so official SDKs raise their own classes. The account interface
        answers <code>detail</code> and <code>code</code>; its validation errors (422) list every problem. Branch on
        <code>code</code>: sentences may change.
      </p>
      <table>
        <tbody>
          ${rows}
        </tbody>
      </table>
      <p>
        <code>x-should-retry</code> says whether another attempt makes sense; official SDKs follow it. Give us the
        <code>x-request-id</code> of an answer when you ask about it.
      </p>
    </div>
    <div class="samples">
      <p class="caption">Gateway</p>
      ${jsonSample(GATEWAY)}
      <p class="caption">Account interface</p>
      ${jsonSample(ACCOUNT)}
    </div>`,
}
