import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { CheckedDocument } from '../../../support/documents/openapi-check.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import { serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const hello = (isGood: boolean): Endpoint =>
  endpoint({
    id: isGood ? 'hello' : 'refuse',
    method: 'GET',
    path: isGood ? '/v1/hello' : '/v1/refuse',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'Greet',
    success: { status: 200, description: 'A greeting.' },
    failures: ['not_found'],
    handle: async () => (isGood ? right(json(200, { hello: 'you' })) : left({ tag: 'not_found' })),
  })

const ORIGIN = 'https://app.example.com'

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key,x-stainless-os',
  },
}

const corsHeaders = (response: Response): readonly string[] =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

/** As a file that is sent in several codings. */
const codedHello = (): Endpoint => ({
  ...hello(true),
  path: '/v1/coded',
  handle: async () => right(json(200, { hello: 'you' }, { headers: { vary: 'Accept-Encoding' } })),
})

/** Names of headers that the document describes in any answer, but for cookies, which no browser shows to a script. */
const describedHeaders = (document: CheckedDocument): ReadonlySet<string> => {
  const answers = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ responses }) => Object.values(responses)),
  ) as readonly { readonly headers?: object }[]
  return new Set(answers.flatMap(({ headers = {} }) => Object.keys(headers)).filter((name) => name !== 'set-cookie'))
}

describe('calls from pages of other origins', () => {
  let app: RunningApp
  const serve = async (...corsOrigins: readonly string[]): Promise<void> => {
    app = await serveForTest([hello(true), hello(false), codedHello()], { corsOrigins })
  }
  const from = (origin: string, path = '/v1/hello'): Promise<Response> =>
    fetch(`${app.url}${path}`, { headers: { origin } })
  afterEach(() => app.close())

  it('get no CORS headers where no origin is allowed', async () => {
    await serve()
    expect(corsHeaders(await from(ORIGIN))).to.deep.equal([])
    const preflight = await fetch(`${app.url}/v1/hello`, PREFLIGHT)
    expect(preflight.status).to.equal(405)
    expect(corsHeaders(preflight)).to.deep.equal([])
  })

  it('are allowed by the name of their origin, and the answer has `vary: origin`', async () => {
    await serve(ORIGIN, 'http://localhost:3000')
    const response = await from(ORIGIN)
    expect(response.headers.get('access-control-allow-origin')).to.equal(ORIGIN)
    expect(response.headers.get('vary')).to.equal('Origin')
    const exposed = response.headers.get('access-control-expose-headers') ?? ''
    for (const name of ['x-request-id', 'x-gateway-cost-rub', 'retry-after', 'x-ratelimit-remaining-requests']) {
      expect(exposed.split(', ')).to.include(name)
    }
  })

  it('may read every header that the document describes, and those of files', async () => {
    await serve(ORIGIN)
    const exposed = ((await from(ORIGIN)).headers.get('access-control-expose-headers') ?? '').split(', ')
    const service = await openServedDocument()
    const document = await fetch(`${service.app.url}/v1/openapi.json`).then((answer) => answer.json())
    await service.close()
    expect(exposed).to.include.members([...describedHeaders(document as CheckedDocument)])
    expect(exposed).to.include.members(['accept-ranges', 'content-range', 'content-disposition', 'etag'])
  })

  it('get an answer that no cache gives to a page of another origin, also where it varies by its coding', async () => {
    await serve(ORIGIN)
    for (const path of ['/v1/hello', '/v1/coded']) {
      const vary = ((await from(ORIGIN, path)).headers.get('vary') ?? '').split(', ')
      expect(vary, path).to.include('Origin')
      if (path === '/v1/coded') expect(vary).to.include('Accept-Encoding')
    }
  })

  it('get no permission from another origin, and the answer still has `vary: origin`', async () => {
    await serve(ORIGIN)
    for (const origin of ['https://evil.example.com', `${ORIGIN}.evil.com`, 'http://app.example.com', 'null']) {
      const response = await from(origin)
      expect(response.status, origin).to.equal(200)
      expect(corsHeaders(response), origin).to.deep.equal([])
      expect(response.headers.get('vary'), origin).to.equal('Origin')
    }
  })

  it('may read errors too, of endpoints and of unknown addresses', async () => {
    await serve(ORIGIN)
    for (const path of ['/v1/refuse', '/v1/nowhere']) {
      const response = await from(ORIGIN, path)
      expect(response.status).to.equal(404)
      expect(response.headers.get('access-control-allow-origin'), path).to.equal(ORIGIN)
    }
  })

  it('get a preflight answer for two hours with every header that they want to send', async () => {
    await serve(ORIGIN)
    const response = await fetch(`${app.url}/v1/hello`, PREFLIGHT)
    expect(response.status).to.equal(204)
    expect(response.headers.get('access-control-allow-origin')).to.equal(ORIGIN)
    expect(response.headers.get('access-control-allow-headers')).to.include('x-stainless-os')
    expect(response.headers.get('access-control-allow-methods')).to.include('PATCH')
    expect(response.headers.get('access-control-max-age')).to.equal('7200')
  })

  it('are never allowed to send credentials, also where every origin is allowed', async () => {
    await serve('*')
    for (const response of [await from(ORIGIN), await fetch(`${app.url}/v1/hello`, PREFLIGHT)]) {
      expect(response.headers.get('access-control-allow-origin')).to.equal('*')
      expect(response.headers.get('access-control-allow-credentials')).to.equal(null)
    }
  })
})
