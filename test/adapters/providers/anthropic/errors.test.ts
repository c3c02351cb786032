import { expect } from 'chai'
import fc from 'fast-check'
import { failureIn, fromErrorResponse } from '../../../../src/adapters/providers/anthropic/errors.ts'
import { errorBody } from './message-events.ts'

describe('fromErrorResponse', () => {
  const invalid = (text: string) => errorBody('invalid_request_error', text)
  const cases: readonly [string, number, unknown, string][] = [
    ['a bad parameter', 400, invalid('temperature: range: 0..1'), 'rejected'],
    ['a body too large', 413, errorBody('request_too_large', 'x'), 'rejected'],
    ['no credit', 400, invalid('Your credit balance is too low to access the Anthropic API.'), 'misconfigured'],
    ['a spend limit as 400', 400, invalid('You have reached your specified API usage limits.'), 'misconfigured'],
    ['a caller who quotes our troubles', 400, invalid('messages: Your credit balance is too low'), 'rejected'],
    ['a blocked answer', 400, invalid('Output blocked by content filtering policy'), 'refused_content'],
    ['a bad key', 401, errorBody('authentication_error', 'invalid x-api-key'), 'misconfigured'],
    ['no money', 402, errorBody('billing_error', 'x'), 'misconfigured'],
    ['a forbidden model', 403, errorBody('permission_error', 'x'), 'misconfigured'],
    ['an unknown model', 404, errorBody('not_found_error', 'model: m'), 'misconfigured'],
    ['a bad key as 400', 400, invalid('invalid x-api-key'), 'misconfigured'],
    [
      'a 403 that speaks of content',
      403,
      errorBody('permission_error', 'Request blocked by our safety system'),
      'refused_content',
    ],
    [
      'a 403 that speaks of us',
      403,
      errorBody('permission_error', 'Your organization violates our policies'),
      'misconfigured',
    ],
    ['a redirect', 302, undefined, 'misconfigured'],
    ['a conflict', 409, errorBody('conflict_error', 'x'), 'server_error'],
    ['too many calls', 429, errorBody('rate_limit_error', 'x'), 'rate_limited'],
    ['a ramp limit', 429, errorBody('rate_limit_error', 'x', 'ramp_limit_exceeded'), 'rate_limited'],
    ['a contract limit', 429, errorBody('rate_limit_error', 'x', 'contract_spend_limit_reached'), 'misconfigured'],
    ['an enforced limit', 429, errorBody('rate_limit_error', 'x', 'enforced_spend_limit_reached'), 'misconfigured'],
    ['a server error', 500, errorBody('api_error', 'x'), 'server_error'],
    ['a broken page', 502, '<html>', 'server_error'],
    ['too slow', 504, errorBody('timeout_error', 'x'), 'server_error'],
    ['overloaded', 529, errorBody('overloaded_error', 'x'), 'unavailable'],
  ]
  for (const [title, status, body, tag] of cases) {
    it(`${title}: ${tag}`, () => {
      expect(fromErrorResponse(status, {}, body).tag).to.equal(tag)
    })
  }

  it("keeps the provider's words, and names the field as the caller does", () => {
    expect(
      fromErrorResponse(400, { 'request-id': 'req_1' }, errorBody('invalid_request_error', 'stop_sequences: too many')),
    ).to.deep.equal({
      tag: 'rejected',
      message: 'stop_sequences: too many',
      param: 'stop',
      code: 'rejected_by_upstream',
      upstreamCode: 'invalid_request_error',
      upstreamRequestId: 'req_1',
      upstreamStatus: 400,
    })
    const sealed = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    expect(fromErrorResponse(400, {}, errorBody('invalid_request_error', sealed))).to.include({
      code: 'invalid_encrypted_content',
      message: sealed,
    })
    const quoted = `messages.1.content.0.text: 'Invalid signature in thinking block' is too short`
    expect(fromErrorResponse(400, {}, errorBody('invalid_request_error', quoted))).to.include({
      code: 'rejected_by_upstream',
    })
    expect(fromErrorResponse(400, {}, errorBody('invalid_request_error', 'messages.3.content.0: bad'))).to.include({
      param: 'messages',
      upstreamRequestId: 'req_body',
    })
  })

  it('says after how long to come back', () => {
    expect(fromErrorResponse(429, { 'retry-after': '7' }, undefined)).to.have.property('retryAfterSeconds', 7)
    expect(fromErrorResponse(529, { 'retry-after': '9' }, undefined)).to.have.property('retryAfterSeconds', 9)
  })

  it('fails on no JSON and keeps messages short', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 300, max: 599 }), (body, status) => {
        expect(fromErrorResponse(status, {}, body).message.length).to.be.within(1, 1_000)
      }),
    )
  })
})

describe('an error in place of an answer', () => {
  const cases: readonly [string, string][] = [
    ['overloaded_error', 'unavailable'],
    ['rate_limit_error', 'rate_limited'],
    ['api_error', 'server_error'],
    ['timeout_error', 'server_error'],
    ['authentication_error', 'misconfigured'],
    ['billing_error', 'misconfigured'],
    ['invalid_request_error', 'rejected'],
    ['invented_error', 'server_error'],
  ]
  for (const [type, tag] of cases) {
    it(`${type}: ${tag}`, () => {
      expect(failureIn(errorBody(type, 'x'), {})?.tag).to.equal(tag)
    })
  }

  it('is none where there is none', () => {
    for (const body of [null, [], 'error', {}, { type: 'message', error: null }]) {
      expect(failureIn(body, {})).to.equal(null)
    }
  })
})
