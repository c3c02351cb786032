import { expect } from 'chai'
import { messagesErrorResponse } from '../../../../src/adapters/http/messages/messages-failures.ts'
import type { MessagesFailure } from '../../../../src/adapters/http/messages/messages-failures.ts'

describe('a failure on the Messages surface', () => {
  const shortage = { neededMicro: 3n, heldMicro: 2n, availableMicro: 1n, isOfKey: false }
  const rejected = { message: 'Too long.', param: 'messages', code: 'rejected_by_upstream' } as const
  const cases: readonly (readonly [MessagesFailure, number, string, Readonly<Record<string, string>>])[] = [
    [{ tag: 'malformed_json', message: 'x' }, 400, 'invalid_request_error', {}],
    [{ tag: 'validation_error', problems: [] }, 400, 'invalid_request_error', {}],
    [{ tag: 'rejected_by_upstream', ...rejected }, 400, 'invalid_request_error', {}],
    [{ tag: 'rejected_by_upstream', ...rejected, code: 'payload_too_large' }, 413, 'request_too_large', {}],
    [{ tag: 'invalid_api_key' }, 401, 'authentication_error', {}],
    [{ tag: 'insufficient_balance', shortage }, 402, 'billing_error', { 'x-should-retry': 'false' }],
    [
      { tag: 'key_spend_limit_exceeded', shortage, limitMicro: 9n, periodEndsAtMs: null },
      402,
      'billing_error',
      { 'x-should-retry': 'false' },
    ],
    [
      { tag: 'balance_held', shortage, retryAfterSeconds: 5 },
      402,
      'billing_error',
      { 'x-should-retry': 'true', 'retry-after': '5' },
    ],
    [{ tag: 'model_not_found', model: 'm' }, 404, 'not_found_error', {}],
    [{ tag: 'payload_too_large', message: 'x' }, 413, 'request_too_large', {}],
    [{ tag: 'rate_limit_exceeded', retryAfterSeconds: 9 }, 429, 'rate_limit_error', { 'retry-after': '9' }],
    [{ tag: 'internal_error' }, 500, 'api_error', {}],
    [{ tag: 'upstream_error', mayHaveWorked: true }, 502, 'api_error', { 'x-should-retry': 'false' }],
    [{ tag: 'upstream_error', mayHaveWorked: false }, 502, 'api_error', {}],
    [{ tag: 'overloaded' }, 529, 'overloaded_error', { 'retry-after': '1' }],
    [{ tag: 'shutting_down' }, 529, 'overloaded_error', { 'retry-after': '1' }],
  ]
  for (const [failure, status, type, headers] of cases) {
    it(`cases 47 and 48: ${failure.tag} is ${status} ${type}, with ${JSON.stringify(headers)}`, () => {
      const response = messagesErrorResponse(failure, 'req-1')
      expect(response.status).to.equal(status)
      expect(response.headers).to.deep.equal({ ...headers, 'request-id': 'req-1' })
      expect(response.body).to.deep.include({ type: 'error', request_id: 'req-1' })
      expect(response.body['error']).to.have.all.keys('type', 'message').and.to.include({ type })
    })
  }

  const errorOf = (failure: MessagesFailure): unknown => messagesErrorResponse(failure, 'r').body['error']

  it('names the field at fault in its sentence, once', () => {
    const sentence = (param: string, message: string): unknown =>
      (errorOf({ tag: 'unsupported_parameter', param, message }) as { readonly message: string }).message
    expect(sentence('top_k', 'Not offered.')).to.equal('top_k: Not offered.')
    expect(sentence('top_k', "'top_k' is not offered.")).to.equal("'top_k' is not offered.")
    expect(sentence('top_k', 'A `top_k` is not offered.')).to.equal('A `top_k` is not offered.')
    expect(sentence('messages.0', 'messages.0: bad.')).to.equal('messages.0: bad.')
    expect(sentence('max_tokens', 'max_tokens must be less.')).to.equal('max_tokens must be less.')
  })

  it('names the field also where the sentence has its name as a word', () => {
    const sentence = (field: string, message: string): unknown => {
      const problem = { place: 'body', path: [field], message, type: 'invalid' } as const
      return (errorOf({ tag: 'validation_error', problems: [problem] }) as { readonly message: string }).message
    }
    const lengths = 'must be an array of 1 to 4096 messages'
    expect(sentence('messages', lengths)).to.equal(`messages: ${lengths}`)
    expect(sentence('tools', 'toolsets come one by one')).to.equal('tools: toolsets come one by one')
  })

  it('has the word by which the SDK sends a conversation without a thread, where the thread is refused', () => {
    const details = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }
    const refused = { param: 'thread', message: 'Not offered.' } as const
    expect(errorOf({ tag: 'unsupported_parameter', ...refused })).to.deep.include({ details })
    expect(errorOf({ tag: 'rejected_by_upstream', ...refused, code: 'unsupported_parameter' })).to.deep.include({
      details,
    })
    expect(errorOf({ tag: 'unsupported_parameter', param: 'top_k', message: 'x' })).not.to.have.property('details')
  })
})
