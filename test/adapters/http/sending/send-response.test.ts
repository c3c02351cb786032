import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { json, noContent } from '../../../../src/adapters/http/sending/http-response.ts'
import type { HttpResponse } from '../../../../src/adapters/http/sending/http-response.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { eventually } from '../../../support/eventually.ts'
import { serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const BYTES = new TextEncoder().encode('ab')

async function* once<A>(value: A): AsyncGenerator<A> {
  yield value
}

type Handle = Parameters<typeof endpoint>[0]['handle']

const handling = (id: string, handle: Handle): Endpoint =>
  endpoint({
    id,
    method: 'GET',
    path: `/v1/${id}`,
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: id,
    success: { status: 200, description: id },
    failures: [],
    handle,
  })

const answering = (id: string, answer: () => HttpResponse): Endpoint => handling(id, async () => right(answer()))

const own = { 'cache-control': 'public, max-age=60', 'x-own': 'yes' }

const answers: Readonly<Record<string, () => HttpResponse>> = {
  json: () => json(200, {}, { headers: own }),
  bytes: () => ({ tag: 'bytes', status: 200, contentType: 'image/png', body: BYTES, headers: own }),
  file: () => ({
    tag: 'file',
    status: 200,
    contentType: 'image/png',
    sizeBytes: 2,
    content: once(BYTES),
    headers: own,
  }),
  empty: () => ({ ...noContent, headers: own }),
  events: () => ({ tag: 'events', frames: once('data: {}\n\n'), ping: ': ping\n\n', headers: { 'x-own': 'yes' } }),
}

const thrown = handling('thrown', () => Promise.reject(new Error('unexpected')))

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

const PREFLIGHT = { origin: 'https://page.example', 'access-control-request-method': 'POST' }

describe('every answer', () => {
  let app: RunningApp

  before(async () => {
    const endpoints = [...Object.entries(answers).map(([id, answer]) => answering(id, answer)), thrown]
    app = await serveForTest(endpoints, { corsOrigins: ['https://page.example'], isHttps: true })
  })
  after(() => app.close())

  const headersOf = async (path: string, { method = 'GET', headers = {} }: Asked = {}): Promise<Headers> => {
    const response = await fetch(app.url + path, { method, headers: { ...headers, 'x-request-id': 'mine' } })
    await response.arrayBuffer()
    return response.headers
  }

  const expectCommon = (headers: Headers, name: string): void => {
    expect(headers.get('x-request-id'), name).to.equal('mine')
    expect(headers.get('x-content-type-options'), name).to.equal('nosniff')
    expect(headers.get('content-security-policy'), name).to.equal("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('strict-transport-security'), name).to.equal('max-age=31536000')
  }

  it('of every kind has the headers of all answers, and its own headers override them', async () => {
    for (const id of Object.keys(answers)) {
      const headers = await headersOf(`/v1/${id}`)
      expectCommon(headers, id)
      expect(headers.get('x-own'), id).to.equal('yes')
      expect(headers.get('cache-control'), id).to.equal(id === 'events' ? 'no-cache' : 'public, max-age=60')
    }
  })

  const others: readonly (readonly [name: string, path: string, asked?: Asked])[] = [
    ['where nothing is', '/v1/nowhere'],
    ['to a method that no endpoint offers', '/v1/json', { method: 'PATCH' }],
    ['to a browser that asks first', '/v1/json', { method: 'OPTIONS', headers: PREFLIGHT }],
    ['to a call that threw', '/v1/thrown'],
  ]
  it('that no endpoint gave has the headers of all answers, and is not stored by caches', async () => {
    for (const [name, path, asked] of others) {
      const headers = await headersOf(path, asked)
      expectCommon(headers, name)
      expect(headers.get('cache-control'), name).to.equal('no-store')
    }
  })
})

describe('an answer whose client left before it began', () => {
  /** Gives its answer when its client has left, and tells when the source of the answer was closed. */
  const lateEndpoint = (id: string, answer: (source: AsyncIterable<string>) => HttpResponse) => {
    const [asked, left, closed] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    async function* source(): AsyncGenerator<string> {
      try {
        for (;;) yield 'data: {}\n\n'
      } finally {
        closed.resolve()
      }
    }
    const late = handling(id, async (call) => {
      call.onClientDisconnect(left.resolve)
      asked.resolve()
      await left.promise
      return right(answer(source()))
    })
    return { late, asked: asked.promise, closed: closed.promise }
  }

  const answersOf: Readonly<Record<string, (source: AsyncIterable<string>) => HttpResponse>> = {
    events: (frames) => ({ tag: 'events', frames, ping: ': ping\n\n' }),
    text: (content) => ({ tag: 'text', contentType: 'text/plain; charset=utf-8', content }),
  }
  for (const [id, answer] of Object.entries(answersOf)) {
    it(`closes the source of its ${id}, and harms no other`, async () => {
      const { late, asked, closed } = lateEndpoint(`late-${id}`, answer)
      const app = await serveForTest([late, answering('json', () => json(200, {}))])
      try {
        const leaving = new AbortController()
        const call = fetch(`${app.url}/v1/late-${id}`, { signal: leaving.signal }).catch((error: unknown) => error)
        await asked
        leaving.abort()
        expect(await call).to.be.instanceOf(Error)
        await closed
        expect((await fetch(`${app.url}/v1/json`)).status).to.equal(200)
        expect(app.errors).to.deep.equal([])
      } finally {
        await app.close()
      }
    })
  }
})

describe('the end of an answer', () => {
  const heard: string[] = []
  const head = { sent: () => void heard.push('sent'), unsent: () => void heard.push('unsent') }
  const unwritable = {
    toJSON: () => {
      throw new Error('this cannot be written')
    },
  }
  const ends: Readonly<Record<string, () => HttpResponse>> = {
    written: () => json(200, {}, head),
    unwritable: () => json(200, unwritable, head),
    'bad-header': () => json(200, {}, { ...head, headers: { 'x-own': 'a\nb' } }),
  }
  let app: RunningApp

  before(async () => {
    app = await serveForTest(Object.entries(ends).map(([id, answer]) => answering(id, answer)))
  })
  after(() => app.close())
  beforeEach(() => {
    heard.length = 0
  })

  for (const [id, end] of [
    ['written', 'sent'],
    ['unwritable', 'unsent'],
    ['bad-header', 'unsent'],
  ] as const) {
    it(`ends once, as ${end}, where the answer is ${id}`, async () => {
      const status = await fetch(`${app.url}/v1/${id}`).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 'cut',
      )
      await eventually(() => heard.length > 0)
      expect(heard).to.deep.equal([end])
      if (id === 'unwritable') expect(status).to.equal(500)
      if (id === 'written') expect(status).to.equal(200)
    })
  }
})
