import { expect } from 'chai'
import { accountError } from '../../../../src/adapters/http/account/account-failures.ts'
import type { AccountFailure } from '../../../../src/adapters/http/account/account-failures.ts'

type Tag = Exclude<AccountFailure['tag'], 'validation_error'>

/** Status and code of every failure, as the contract lists them. A failure that is new does not compile here. */
const CONTRACT: Readonly<Record<Tag, readonly [status: number, code: string]>> = {
  malformed_json: [400, 'malformed_json'],
  malformed_request: [400, 'malformed_request'],
  invalid_cursor: [400, 'invalid_cursor'],
  not_a_text_model: [400, 'not_a_text_model'],
  not_a_video_task: [400, 'not_a_video_task'],
  unsafe_url: [400, 'unsafe_url'],
  url_not_fetchable: [400, 'url_not_fetchable'],
  invalid_image: [400, 'invalid_image'],
  unauthenticated: [401, 'unauthenticated'],
  invalid_credentials: [401, 'invalid_credentials'],
  invalid_identity_token: [401, 'invalid_credentials'],
  invalid_refresh_token: [401, 'invalid_refresh_token'],
  refresh_token_reused: [401, 'invalid_refresh_token'],
  insufficient_tokens: [402, 'insufficient_tokens'],
  invalid_current_password: [403, 'invalid_current_password'],
  cross_site_request: [403, 'cross_site_request'],
  reauthentication_required: [403, 'reauthentication_required'],
  registration_closed: [403, 'registration_closed'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  email_taken: [409, 'email_taken'],
  link_required: [409, 'link_required'],
  identity_taken: [409, 'identity_taken'],
  last_way_in: [409, 'last_way_in'],
  idempotency_in_progress: [409, 'idempotency_in_progress'],
  conversation_archived: [409, 'conversation_archived'],
  payload_too_large: [413, 'payload_too_large'],
  unsupported_media_type: [415, 'unsupported_media_type'],
  email_required: [422, 'email_required'],
  idempotency_mismatch: [422, 'idempotency_mismatch'],
  rate_limit_exceeded: [429, 'rate_limit_exceeded'],
  internal_error: [500, 'internal_error'],
  generation_failed: [502, 'generation_failed'],
  webhook_disabled: [409, 'webhook_disabled'],
  payment_failed: [502, 'payment_failed'],
  overloaded: [503, 'overloaded'],
  ledger_unavailable: [503, 'overloaded'],
  payment_unavailable: [503, 'payment_unavailable'],
  identity_provider_unavailable: [503, 'identity_provider_unavailable'],
  shutting_down: [503, 'shutting_down'],
}

/** Every field that a row of the table reads. */
const DETAILS = { message: 'What is wrong.', allowed: ['GET'], retryAfterSeconds: 1 }

describe('failures of the account interface', () => {
  for (const [tag, [status, code]] of Object.entries(CONTRACT)) {
    it(`have the status and the code of the contract: ${tag}`, () => {
      const error = accountError({ ...DETAILS, tag } as unknown as AccountFailure)
      expect([error.status, error.body['code']]).to.deep.equal([status, code])
      expect(error.body['detail']).to.be.a('string').with.length.above(10)
      if (status === 503 || status === 429) expect(error.headers).to.have.property('retry-after')
    })
  }

  it('tell for how long too many attempts are refused: ten minutes for another top-up that waits', () => {
    const { body, headers } = accountError({ tag: 'rate_limit_exceeded', retryAfterSeconds: 600 })
    expect([body['detail'], headers?.['retry-after']]).to.deep.equal(['Too many attempts; try again in 600 s.', '600'])
  })
})
