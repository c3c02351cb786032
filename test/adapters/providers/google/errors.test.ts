import { expect } from 'chai'
import { failureIn, fromErrorResponse, saysRefusal } from '../../../../src/adapters/providers/google/errors.ts'
import { googleError, RETRY_IN_17_S } from '../../../support/upstreams/google-answers.ts'

describe('errors of Google', () => {
  const responses: readonly [number, unknown, string][] = [
    [400, googleError(400, 'INVALID_ARGUMENT', 'topK too large'), 'rejected'],
    [400, googleError(400, 'OUT_OF_RANGE', 'too long'), 'rejected'],
    [400, googleError(400, 'INVALID_ARGUMENT', 'x', [{ reason: 'API_KEY_INVALID' }]), 'misconfigured'],
    [400, googleError(400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.'), 'misconfigured'],
    [400, googleError(400, 'INVALID_ARGUMENT', "Cannot read 'API key not valid' as a number"), 'rejected'],
    [400, googleError(400, 'FAILED_PRECONDITION', 'User location is not supported'), 'misconfigured'],
    [400, { error: { code: 'failed_precondition', message: 'billing' } }, 'misconfigured'],
    [400, { error: { code: 'invalid_request', message: 'Invalid interaction name' } }, 'rejected'],
    [
      400,
      googleError(400, 'INVALID_ARGUMENT', "The prompt contains words that violate Google's Responsible AI practices."),
      'refused_content',
    ],
    [401, googleError(401, 'UNAUTHENTICATED', 'x'), 'misconfigured'],
    [403, googleError(403, 'PERMISSION_DENIED', 'x'), 'misconfigured'],
    [403, googleError(403, 'PERMISSION_DENIED', 'The prompt was flagged by a safety filter'), 'refused_content'],
    [
      403,
      googleError(403, 'PERMISSION_DENIED', 'Permission denied on resource project x: policy violated'),
      'misconfigured',
    ],
    [404, googleError(404, 'NOT_FOUND', 'models/x is not found'), 'misconfigured'],
    [408, undefined, 'timed_out'],
    [409, googleError(409, 'ABORTED', 'x'), 'server_error'],
    [413, undefined, 'rejected'],
    [429, undefined, 'rate_limited'],
    [499, googleError(499, 'CANCELLED', 'x'), 'server_error'],
    [500, googleError(500, 'INTERNAL', 'An error; it may violate our policy'), 'server_error'],
    [501, googleError(501, 'UNIMPLEMENTED', 'x'), 'server_error'],
    [503, googleError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'), 'unavailable'],
    [503, googleError(503, 'UNAVAILABLE', 'Connection lost'), 'server_error'],
    [504, googleError(504, 'DEADLINE_EXCEEDED', 'x'), 'server_error'],
    [302, undefined, 'misconfigured'],
  ]
  for (const [status, body, expected] of responses) {
    it(`${status} ${JSON.stringify(body)}: ${expected}`, () => {
      expect(fromErrorResponse(status, {}, body)).to.have.property('tag', expected)
    })
  }

  it('reads a status from the word where the answer had begun well', () => {
    const tagOf = (error: object) => failureIn({ error }, {})?.tag
    expect(tagOf({ status: 'RESOURCE_EXHAUSTED' })).to.equal('rate_limited')
    expect(tagOf({ code: 'not_found' })).to.equal('misconfigured')
    expect(tagOf({ code: 13, message: 'internal' })).to.equal('server_error')
    expect(tagOf({})).to.equal('server_error')
  })

  it('finds no error where there is none', () => {
    for (const body of [null, 7, [], {}, { error: null }, { candidates: [] }]) {
      expect(failureIn(body, {})).to.equal(null)
    }
  })

  it("takes Google's own delay before the header's", () => {
    const body = googleError(429, 'RESOURCE_EXHAUSTED', 'x', [RETRY_IN_17_S])
    expect(fromErrorResponse(429, { 'retry-after': '3' }, body)).to.have.property('retryAfterSeconds', 17)
    expect(fromErrorResponse(429, { 'retry-after': '3' }, undefined)).to.have.property('retryAfterSeconds', 3)
    expect(fromErrorResponse(429, {}, undefined)).to.have.property('retryAfterSeconds', null)
  })

  it('knows a refusal by its words', () => {
    expect(saysRefusal('The input image violates our usage guidelines.')).to.equal(true)
    expect(saysRefusal('Blocked by the safety filters')).to.equal(true)
    expect(saysRefusal('Unknown field: safety')).to.equal(false)
    expect(saysRefusal('Internal error')).to.equal(false)
  })
})
