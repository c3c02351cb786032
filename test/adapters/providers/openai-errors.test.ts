import { expect } from 'chai'
import fc from 'fast-check'
import { failureIn, fromErrorResponse } from '../../../src/adapters/providers/openai-errors.ts'

const tagOf = (status: number, body: unknown): string => fromErrorResponse(status, {}, body).tag

const error = (message: string, more: Readonly<Record<string, unknown>> = {}) => ({ error: { message, ...more } })

describe('fromErrorResponse', () => {
  const cases: readonly [string, number, unknown, string][] = [
    ['a bad parameter', 400, error('bad', { param: 'temperature', code: 'unsupported_value' }), 'rejected'],
    ['a prompt too long', 400, error('too long', { code: 'context_length_exceeded' }), 'rejected'],
    ['a body too large', 413, undefined, 'rejected'],
    ['Mistral, flat', 422, { object: 'error', message: 'bad', type: 'invalid_request_error' }, 'rejected'],
    ['FastAPI', 422, { detail: [{ loc: ['body'], msg: 'bad' }] }, 'rejected'],
    [
      'OpenRouter without an endpoint for the request',
      404,
      error('No endpoints found that support tool use'),
      'rejected',
    ],
    ['a bad key', 401, error('Incorrect API key provided', { code: 'invalid_api_key' }), 'misconfigured'],
    ['a bad key as 400, by its code', 400, error('x', { code: 'invalid_api_key' }), 'misconfigured'],
    [
      'a bad key as 400, Google',
      400,
      [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
      'misconfigured',
    ],
    ['no money, DeepSeek', 402, error('Insufficient Balance'), 'misconfigured'],
    [
      'no money as 429, OpenAI',
      429,
      error('x', { type: 'insufficient_quota', code: 'insufficient_quota' }),
      'misconfigured',
    ],
    ['a spend limit as 429', 429, error('x', { code: 'project_spend_limit_exceeded' }), 'misconfigured'],
    ['overdue, Qwen', 400, error('Access denied', { code: 'Arrearage' }), 'misconfigured'],
    ['a forbidden country', 403, error('Country not supported'), 'misconfigured'],
    ['an unknown model', 404, error('The model `x` does not exist', { code: 'model_not_found' }), 'misconfigured'],
    ['an unknown model, DeepSeek', 400, error('Model Not Exist'), 'misconfigured'],
    [
      'an unknown model, Mistral',
      400,
      { object: 'error', message: 'Invalid model: x', type: 'invalid_model' },
      'misconfigured',
    ],
    ['a wrong path', 404, '<html>', 'misconfigured'],
    ['a method that is not taken', 405, undefined, 'misconfigured'],
    ['what is gone', 410, undefined, 'misconfigured'],
    ['an unknown thing, with a field', 404, error('not found', { param: 'input' }), 'misconfigured'],
    ['a conflict', 409, undefined, 'server_error'],
    ['a word for itself', 418, undefined, 'server_error'],
    ['a 403 that speaks of content', 403, error('Your prompt was flagged by our safety system'), 'refused_content'],
    ['a 403 that speaks of our account', 403, error('Your account violates our usage policies'), 'misconfigured'],
    ['a redirect', 307, undefined, 'misconfigured'],
    ['too many calls', 429, error('slow down', { code: 'rate_limit_exceeded' }), 'rate_limited'],
    ['overloaded', 503, error('x'), 'unavailable'],
    ['overloaded, 529', 529, undefined, 'unavailable'],
    ['a server error', 500, error('x'), 'server_error'],
    ['a bad gateway page', 502, '<html>', 'server_error'],
    ['a server error that speaks of keys', 500, error('x', { code: 'invalid_api_key' }), 'server_error'],
    ['a request timeout', 408, undefined, 'timed_out'],
    ['content policy', 400, error('x', { code: 'content_policy_violation' }), 'refused_content'],
    ['a content filter', 400, error('x', { code: 'content_filter' }), 'refused_content'],
    ['moderation', 400, error('x', { code: 'moderation_blocked' }), 'refused_content'],
    [
      'xAI moderation',
      403,
      { code: 'The caller does not have permission', error: 'Content violates usage guidelines. Failed check: X' },
      'refused_content',
    ],
    ['OpenRouter moderation', 403, error('x', { code: 403, metadata: { reasons: ['violence'] } }), 'refused_content'],
    [
      'a caller who quotes our troubles',
      400,
      error("Invalid value: 'incorrect api key'", { param: 'user' }),
      'rejected',
    ],
    ['a caller whose parameter is our trouble', 400, error('Invalid API key', { param: 'user' }), 'rejected'],
  ]
  for (const [title, status, body, tag] of cases) {
    it(`${title}: ${tag}`, () => {
      expect(tagOf(status, body)).to.equal(tag)
    })
  }

  it("keeps the provider's words, parameter, code and request id", () => {
    expect(
      fromErrorResponse(400, { 'x-request-id': 'req-1' }, error('bad', { param: 'stop', code: 'unsupported_value' })),
    ).to.deep.equal({
      tag: 'rejected',
      message: 'bad',
      param: 'stop',
      code: 'unsupported_parameter',
      upstreamCode: 'unsupported_value',
      upstreamRequestId: 'req-1',
      upstreamStatus: 400,
    })
  })

  it('says after how long to come back', () => {
    expect(fromErrorResponse(429, { 'retry-after': '7' }, undefined)).to.have.property('retryAfterSeconds', 7)
    expect(fromErrorResponse(503, { 'retry-after-ms': '100' }, undefined)).to.have.property('retryAfterSeconds', 1)
  })

  it('fails on no JSON and keeps messages short', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 300, max: 599 }), (body, status) => {
        expect(fromErrorResponse(status, {}, body).message.length).to.be.within(1, 4_001)
      }),
    )
    expect(fromErrorResponse(400, {}, error('x'.repeat(5_000))).message).to.have.length(4_001)
  })
})

describe('an error in place of an answer', () => {
  const cases: readonly (readonly [string, unknown, string | null])[] = [
    ['OpenRouter, code as a number', { error: { code: 502, message: 'x' } }, 'server_error'],
    ['OpenRouter, rate limit', { error: { code: 429, message: 'x' } }, 'rate_limited'],
    [
      'OpenRouter, beside choices',
      { error: { code: 503, message: 'x' }, choices: [{ finish_reason: 'error' }] },
      'unavailable',
    ],
    ['xAI', { code: 'Client specified an invalid argument', error: 'bad' }, 'rejected'],
    ['xAI, overloaded', { code: 'The service is currently unavailable', error: 'x' }, 'unavailable'],
    ['vLLM', { object: 'error', message: 'bad', type: 'BadRequestError', code: 400 }, 'rejected'],
    ['OpenAI, server', { error: { message: 'x', type: 'server_error' } }, 'server_error'],
    ['OpenAI, no money', { error: { message: 'x', code: 'insufficient_quota' } }, 'misconfigured'],
    ['a content filter', { error: { message: 'x', code: 'content_filter' } }, 'refused_content'],
    ['OpenAI, a prompt, without a type', { error: { message: 'x', code: 'invalid_prompt' } }, 'rejected'],
    ...[
      ['invalid_image', 'invalid_image_format', 'invalid_base64_image', 'invalid_image_url', 'invalid_image_mode'],
      ['image_too_large', 'image_too_small', 'image_parse_error', 'image_file_too_large', 'image_file_not_found'],
      ['unsupported_image_media_type', 'empty_image_file', 'failed_to_download_image'],
    ]
      .flat()
      .map((code) => [`OpenAI, ${code}`, { error: { message: 'x', code } }, 'rejected'] as const),
    ...['bio_policy', 'misalignment_policy_violation', 'image_content_policy_violation'].map(
      (code) => [`OpenAI, ${code}`, { error: { message: 'x', code } }, 'refused_content'] as const,
    ),
    ['OpenAI, a file store', { error: { message: 'x', code: 'vector_store_timeout' } }, 'server_error'],
    ['no type at all', { error: { message: 'x' } }, 'server_error'],
    ['a null error is none', { error: null, choices: [] }, null],
    ['an answer', { object: 'chat.completion', choices: [] }, null],
    ['no object', 'error', null],
  ]
  for (const [title, body, tag] of cases) {
    it(title, () => {
      expect(failureIn(body, {})?.tag ?? null).to.equal(tag)
    })
  }
})
