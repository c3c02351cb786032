import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../../../src/adapters/http/sending/http-response.ts'
import { integerBetween, nullish } from '../../../src/adapters/http/codecs/codecs.ts'
import { accountSurface } from '../../../src/adapters/http/account/surface.ts'
import { openAiSurface } from '../../../src/adapters/http/openai/surface.ts'
import { serviceSurface } from '../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../src/adapters/http/endpoint/endpoint.ts'
import { eventually } from '../../support/eventually.ts'
import { admitted, GOOD_KEY, GOOD_TOKEN, openAdmission, serveForTest } from '../../support/http-app.ts'
import type { RunningApp } from '../../support/http-app.ts'

const part = t.type({ type: t.string, text: nullish(t.string) })
const body = t.intersection([
  t.type({
    model: t.string,
    messages: t.array(t.type({ content: t.union([t.string, t.array(part)], 'text or parts') })),
  }),
  t.partial({ n: nullish(integerBetween(1, 10)) }),
])

const echo = {
  method: 'POST',
  summary: 'Echo',
  body,
  success: { status: 200, description: 'The body.' },
  failures: [],
  handle: async (call: { readonly body: unknown }) => right(json(200, call.body)),
} as const

const gatewayEcho = endpoint({
  ...echo,
  id: 'echo_api_key',
  path: '/v1/echo',
  surface: openAiSurface,
  auth: 'api_key',
  group: 'Gateway',
})

const accountEcho = endpoint({
  ...echo,
  id: 'echo_session',
  path: '/v1/me/echo',
  surface: accountSurface,
  auth: 'session',
  group: 'Account',
})

const explode = endpoint({
  id: 'explode',
  method: 'GET',
  path: '/v1/explode',
  surface: serviceSurface,
  auth: 'none',
  group: 'Service',
  summary: 'Throw',
  success: { status: 200, description: 'Never.' },
  failures: [],
  handle: async () => {
    throw new Error('secret detail')
  },
})

const greet = endpoint({
  id: 'greet',
  method: 'GET',
  path: '/v1/greeting',
  surface: serviceSurface,
  auth: 'none',
  group: 'Service',
  summary: 'Greet',
  success: { status: 200, description: 'A greeting.' },
  failures: [],
  handle: async () => right(json(200, { greeting: 'привет' })),
})

/** Either envelope, as loosely as a test needs to read it. */
interface ReplyBody {
  readonly error: Readonly<Record<string, unknown>>
  readonly detail: unknown
  readonly code: string
  readonly extra: unknown
}

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: ReplyBody
}

describe('the HTTP side', () => {
  let app: RunningApp

  before(async () => {
    app = await serveForTest([gatewayEcho, accountEcho, explode, greet])
  })
  after(() => app.close())

  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(app.url + path, init)
    const raw = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(raw) as ReplyBody }
  }
  const post = (path: string, payload: string, headers: Record<string, string> = {}): Promise<Reply> =>
    call(path, {
      method: 'POST',
      body: payload,
      headers: {
        authorization: `Bearer ${path.startsWith('/v1/me') ? GOOD_TOKEN : GOOD_KEY}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
  const valid = JSON.stringify({ model: 'm', messages: [{ content: 'hi' }] })

  describe('errors of the public gateway', () => {
    const bad: readonly (readonly [
      name: string,
      payload: string,
      status: number,
      code: string,
      param: string | null,
    ])[] = [
      ['malformed JSON', '{"model":', 400, 'malformed_json', null],
      ['an empty body', '', 400, 'malformed_json', null],
      ['a body that is no object', '"text"', 422, 'validation_error', null],
      ['an array body', '[]', 422, 'validation_error', null],
      ['a missing field', '{"messages":[]}', 422, 'validation_error', 'model'],
      [
        'a wrong type deep inside',
        '{"model":"m","messages":[{"content":[{"type":"x","text":7}]}]}',
        422,
        'validation_error',
        'messages.0.content.0.text',
      ],
      [
        'no member of a union',
        '{"model":"m","messages":[{"content":7}]}',
        422,
        'validation_error',
        'messages.0.content',
      ],
      ['a negative number', '{"model":"m","messages":[],"n":-1}', 422, 'validation_error', 'n'],
      ['a fraction for an integer', '{"model":"m","messages":[],"n":1.5}', 422, 'validation_error', 'n'],
      ['an escaped NUL', '{"model":"m\\u0000","messages":[]}', 422, 'validation_error', 'model'],
      [
        'a lone surrogate',
        '{"model":"m","messages":[{"content":"\\ud83d"}]}',
        422,
        'validation_error',
        'messages.0.content',
      ],
      ['a lone surrogate in a name', '{"model":"m","messages":[],"\\udc00":1}', 422, 'validation_error', null],
      [
        'nesting that would overflow a stack',
        `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
        422,
        'validation_error',
        null,
      ],
      ['a poisoned prototype', '{"model":"m","messages":[],"__proto__":{"x":1}}', 400, 'malformed_json', null],
    ]
    for (const [name, payload, status, code, param] of bad) {
      it(`answers ${status} ${code} to ${name}`, async () => {
        const reply = await post('/v1/echo', payload)
        expect(reply.status).to.equal(status)
        expect(reply.body.error).to.have.all.keys('message', 'type', 'param', 'code')
        expect(reply.body.error).to.include({ type: 'invalid_request_error', code, param })
      })
    }

    it('refuses a body of 30 MB with 413, in its envelope', async () => {
      const reply = await post('/v1/echo', `{"model":"${'x'.repeat(30_000_000)}"}`)
      expect([reply.status, reply.body.error['code']]).to.deep.equal([413, 'payload_too_large'])
    })

    it('refuses a body that is not JSON with 415', async () => {
      const reply = await post('/v1/echo', 'model=m', { 'content-type': 'application/x-www-form-urlencoded' })
      expect([reply.status, reply.body.error['code']]).to.deep.equal([415, 'unsupported_media_type'])
    })

    it('answers one message for every bad key, with no limit headers', async () => {
      const replies = await Promise.all(
        ['', 'Bearer', 'Bearer wrong', `Basic ${GOOD_KEY}`, `Bearer ${GOOD_KEY} more`].map((authorization) =>
          post('/v1/echo', valid, { authorization }),
        ),
      )
      expect(new Set(replies.map((reply) => `${reply.status} ${JSON.stringify(reply.body)}`)).size).to.equal(1)
      expect(replies[0]?.status).to.equal(401)
      expect(replies[0]?.body.error['code']).to.equal('invalid_api_key')
    })

    it('does not read a key from the address or a header that no client puts it in', async () => {
      const reply = await call(`/v1/echo?api_key=${GOOD_KEY}`, {
        method: 'POST',
        body: valid,
        headers: { 'x-key': GOOD_KEY, cookie: `api-key=${GOOD_KEY}`, 'content-type': 'application/json' },
      })
      expect(reply.status).to.equal(401)
    })

    it('tells an unknown path from an unoffered method', async () => {
      expect((await call('/v1/nowhere')).body.error['code']).to.equal('not_found')
      const reply = await call('/v1/echo')
      expect([reply.status, reply.body.error['code'], reply.headers.get('allow')]).to.deep.equal([
        405,
        'method_not_allowed',
        'POST',
      ])
    })
  })

  describe('errors of the account interface', () => {
    it('keeps the HTTPValidationError shape, one entry a problem', async () => {
      const reply = await post('/v1/me/echo', '{"messages":[{"content":7}],"n":0}')
      expect(reply.status).to.equal(422)
      expect(reply.body).to.deep.equal({
        detail: [
          { loc: ['body', 'model'], msg: 'Field required', type: 'missing' },
          { loc: ['body', 'messages', 0, 'content'], msg: 'must be text or parts', type: 'invalid' },
          { loc: ['body', 'n'], msg: 'must be an integer from 1 to 10', type: 'invalid' },
        ],
      })
    })

    it('answers detail and code otherwise', async () => {
      const reply = await post('/v1/me/echo', valid, { authorization: 'Bearer other' })
      expect(reply.status).to.equal(401)
      expect(reply.body).to.have.all.keys('detail', 'code')
      expect(reply.body.code).to.equal('unauthenticated')
      expect((await call('/v1/me/nowhere')).body).to.have.all.keys('detail', 'code')
    })
  })

  it('takes an address as it is written: no capitals, no slash behind it', async () => {
    const expected = { '/v1/echo': 200, '/v1/echo?x=1': 200, '/v1/echo/': 404, '/V1/Echo': 404, '/v1//echo': 404 }
    for (const [path, status] of Object.entries(expected)) {
      expect([path, (await post(path, '{"model":"m","messages":[]}')).status]).to.deep.equal([path, status])
    }
    expect((await call('/V1/explode')).status).to.equal(404)
    expect((await call('/v1/explode', { method: 'POST' })).status).to.equal(405)
  })

  it('bounds the parameters of an address, and takes each once', async () => {
    const parameters = (count: number): string => Array.from({ length: count }, (_, index) => `p${index}=%00`).join('&')
    expect((await call(`/v1/greeting?${parameters(100)}`)).status).to.equal(200)
    expect((await call(`/v1/greeting?${parameters(101)}`)).status).to.equal(422)
    expect((await call('/v1/greeting?a=1&a=1')).status).to.equal(422)
    expect((await call('/v1/greeting?__proto__=1&constructor=2')).status).to.equal(200)
  })

  it('answers HEAD with the head of the answer to GET', async () => {
    const headOf = async (method: 'GET' | 'HEAD') => {
      const response = await fetch(`${app.url}/v1/greeting`, { method, headers: { 'x-request-id': 'one' } })
      const {
        date: _date,
        connection: _connection,
        'keep-alive': _keepAlive,
        ...head
      } = Object.fromEntries(response.headers)
      return { status: response.status, head, text: await response.text() }
    }
    const [got, headed] = [await headOf('GET'), await headOf('HEAD')]
    expect(got.text).to.equal('{"greeting":"привет"}')
    expect(got.head).to.include({ 'content-type': 'application/json; charset=utf-8', 'content-length': '27' })
    expect(headed).to.deep.equal({ ...got, text: '' })
  })

  it('keeps unknown fields and treats null as absent', async () => {
    const reply = await post('/v1/echo', '{"model":"m","messages":[],"n":null,"extra":{"a":1}}')
    expect(reply.status).to.equal(200)
    expect(reply.body.extra).to.deep.equal({ a: 1 })
  })

  it('carries the limit headers on every authenticated gateway answer, good or bad', async () => {
    for (const payload of [valid, '{"model":']) {
      const { headers } = await post('/v1/echo', payload)
      expect(headers.get('x-ratelimit-limit-requests')).to.equal('60')
      expect(headers.get('x-ratelimit-remaining-requests')).to.equal('59')
      expect(headers.get('x-ratelimit-reset-requests')).to.equal('1m0s')
    }
  })

  it('keeps a valid x-request-id and replaces any other', async () => {
    expect((await post('/v1/echo', valid, { 'x-request-id': 'abc_-9' })).headers.get('x-request-id')).to.equal('abc_-9')
    for (const invalid of ['a b', 'x'.repeat(65), 'a/b']) {
      expect((await post('/v1/echo', valid, { 'x-request-id': invalid })).headers.get('x-request-id')).to.match(
        /^made-/,
      )
    }
  })

  it('turns an exception into a mute 500 and reports its cause', async () => {
    const reply = await call('/v1/explode')
    expect(reply.status).to.equal(500)
    expect(JSON.stringify(reply.body)).not.to.include('secret')
    expect(String(app.errors.at(-1))).to.include('secret detail')
  })

  for (const [trouble, seconds, word] of [
    ['overloaded', '1', 'overloaded'],
    ['ledger_unavailable', '2', 'cannot reach its database'],
  ] as const) {
    it(`answers ${trouble} where an exception says so of the database`, async () => {
      const troubled = await serveForTest([explode], { storeTroubleOf: () => trouble })
      const answer = await fetch(`${troubled.url}/v1/explode`)
      expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, seconds])
      expect(await answer.text()).to.include(word)
      await troubled.close()
    })
  }

  it('writes one access record a request, with no secret in it', async () => {
    app.accessLog.length = 0
    await post('/v1/echo?key=hidden', valid, { 'x-request-id': 'logged' })
    await eventually(() => app.accessLog.length > 0)
    expect(app.accessLog).to.have.length(1)
    expect(app.accessLog[0]).to.include({
      requestId: 'logged',
      operation: 'echo_api_key',
      status: 200,
      userId: 'user-1',
    })
    expect(JSON.stringify(app.accessLog)).not.to.match(/hidden|sk-good/)
  })

  it('writes an unknown address without its escapes, so that a secret in it is seen and withheld', async () => {
    for (const [address, written] of [
      ['/sk%2daiagg%2Dsecret', '/sk-aiagg-secret'],
      [`/${'%61'.repeat(9)}/%ff%41`, `/${'a'.repeat(9)}/%ff%41`],
      [`/${'a'.repeat(180)}/sk-secret-${'b'.repeat(40)}`, `/${'a'.repeat(180)}/…`],
    ] as const) {
      app.accessLog.length = 0
      await call(address)
      await eventually(async () => app.accessLog.length === 1)
      expect(app.accessLog[0]?.path).to.equal(written)
    }
  })

  for (const address of ['http://[', 'http://[::1', 'a://b', 'http://a:b:c/', 'http://%00/']) {
    it(`answers an address without a path (${address}), and outlives its access record`, async () => {
      app.accessLog.length = 0
      const { port } = new URL(app.url)
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(`GET ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
      expect(await text(socket)).to.match(/^HTTP\/1\.1 4\d\d /)
      await eventually(async () => app.accessLog.length === 1)
      expect(app.accessLog[0]).to.include({ operation: 'none', status: 404 })
      expect((await call('/v1/greeting')).status).to.equal(200)
    })
  }

  it('answers 429 with Retry-After once the limiter refuses', async () => {
    const refusing = await serveForTest([gatewayEcho], {
      admission: {
        ...openAdmission,
        admitCall: async () => ({ ...admitted, allowed: false, remaining: 0, retryAfterSeconds: 7 }),
      },
    })
    try {
      const response = await fetch(`${refusing.url}/v1/echo`, {
        method: 'POST',
        body: valid,
        headers: { authorization: `Bearer ${GOOD_KEY}`, 'content-type': 'application/json' },
      })
      const reply = (await response.json()) as { error: { type: string; code: string } }
      expect(response.status).to.equal(429)
      expect(response.headers.get('retry-after')).to.equal('7')
      expect(response.headers.get('x-ratelimit-remaining-requests')).to.equal('0')
      expect(reply.error).to.include({ type: 'rate_limit_error', code: 'rate_limit_exceeded' })
    } finally {
      await refusing.close()
    }
  })
})
