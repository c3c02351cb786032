import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import { serveConsole } from '../../../../src/adapters/http/console/serve-console.ts'
import type { ConsoleFiles } from '../../../../src/adapters/http/console/serve-console.ts'
import type { Admission } from '../../../../src/application/admission/admission.ts'
import type { Middleware } from '../../../../src/adapters/http/request/exchange.ts'
import type { CodedFile } from '../../../../src/adapters/http/sending/coded-file.ts'
import { admitted, openAdmission, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const file = (text: string, contentType: string): CodedFile => ({
  contentType,
  version: `v-${text.length}`,
  bodies: { identity: Buffer.from(text), gzip: gzipSync(text) },
})

const page = (title: string): CodedFile => file(`<!doctype html><title>${title}</title>`, 'text/html; charset=utf-8')

const CONSOLE: ConsoleFiles = {
  pages: [
    ['/', 'overview'],
    ['/keys', 'keys'],
    ['/keys/:id', 'key'],
    ['/models/*id', 'model'],
  ].map(([path = '', title = '']) => ({ path, file: page(title) })),
  noPage: page('no such page'),
  files: new Map([['/console-files/app-1.js', file('console.log(1)', 'text/javascript; charset=utf-8')]]),
}

const consoleFor = (admission: Pick<Admission, 'admitAddress'>): Middleware =>
  serveConsole({ console: CONSOLE, apiWords: new Set(['v1', 'docs']), admission, surface: accountSurface })

describe('The files of the console', () => {
  let app: RunningApp

  before(async () => {
    app = await serveForTest([], { console: consoleFor(openAdmission) })
  })
  after(() => app.close())

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${app.url}${path}`, { method, headers })

  for (const [path, title] of [
    ['/', 'overview'],
    ['/keys', 'keys'],
    ['/keys?x=1', 'keys'],
    ['/keys/one', 'key'],
    ['/models/sandbox/echo', 'model'],
    [`/models/${'a/'.repeat(20)}b`, 'model'],
    ['/keys/one/two', 'no such page'],
    ['/models', 'no such page'],
  ] as const) {
    it(`serves the page "${title}" at ${path}, under a policy without any exception`, async () => {
      const answer = await get(path)
      expect(answer.status).to.equal(200)
      expect(await answer.text()).to.contain(`<title>${title}</title>`)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).to.contain("script-src 'self'").and.to.contain("frame-ancestors 'none'")
      expect(policy).not.to.contain('unsafe')
      expect(answer.headers.get('cache-control')).to.equal('no-cache')
    })
  }

  for (const path of ['/keysmith', '/v1/keys', '/console-files/app-2.js', '/console-files/', '//keys', '/unknown']) {
    it(`leaves ${path} to the API`, async () => {
      const answer = await get(path)
      expect(answer.status).to.equal(404)
      expect(answer.headers.get('content-type')).to.contain('application/json')
    })
  }

  const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  for (const path of ['/unknown', '/keysmith', '/unknown/one?x=1']) {
    it(`shows a browser that there is no page at ${path}`, async () => {
      const answer = await get(path, BROWSER)
      expect(answer.status).to.equal(404)
      expect(await answer.text()).to.contain('<title>no such page</title>')
      expect(answer.headers.get('content-security-policy')).to.contain("script-src 'self'")
      expect(answer.headers.get('cache-control')).to.equal('no-store')
    })
  }

  for (const path of ['/v1/keys', '/docs', '/v1', '//keys']) {
    it(`leaves ${path} to the API in a browser too`, async () => {
      const answer = await get(path, BROWSER)
      expect(answer.status).to.equal(404)
      expect(answer.headers.get('content-type')).to.contain('application/json')
    })
  }

  it('leaves other methods to the API', async () => {
    expect((await get('/keys', {}, 'POST')).status).to.equal(404)
    expect((await get('/unknown', BROWSER, 'POST')).headers.get('content-type')).to.contain('application/json')
  })

  it('serves a file for ever, since its name has its hash', async () => {
    const answer = await get('/console-files/app-1.js')
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).to.equal('text/javascript; charset=utf-8')
    expect(await answer.text()).to.equal('console.log(1)')
  })

  for (const [accepted, coding] of [
    ['gzip, br', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['gzip;q=0.000, identity', null],
    ['', null],
    ['br', null],
  ] as const) {
    it(`answers ${JSON.stringify(accepted)} in ${coding ?? 'no coding'}`, async () => {
      const { request } = await import('node:http')
      const answer = await new Promise<{ coding: string | undefined; body: Buffer }>((resolve, reject) => {
        request(`${app.url}/console-files/app-1.js`, { headers: { 'accept-encoding': accepted } }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ coding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
          )
        })
          .on('error', reject)
          .end()
      })
      expect(answer.coding ?? null).to.equal(coding)
      const text = coding === null ? answer.body : gunzipSync(answer.body)
      expect(text.toString()).to.equal('console.log(1)')
    })
  }

  it('answers 304 to a client that has this version in this coding, and the file to any other', async () => {
    const first = await get('/', { 'accept-encoding': 'gzip' })
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).to.equal(304)
    expect((await get('/', { 'accept-encoding': 'identity', 'if-none-match': etag })).status).to.equal(200)
  })

  it('answers HEAD without a body', async () => {
    const answer = await get('/', {}, 'HEAD')
    expect(answer.status).to.equal(200)
    expect(await answer.text()).to.equal('')
  })

  it('refuses an address that asks too often', async () => {
    const refuses = await serveForTest([], {
      console: consoleFor({ admitAddress: async () => ({ ...admitted, allowed: false, retryAfterSeconds: 7 }) }),
    })
    const answer = await fetch(`${refuses.url}/`)
    expect(answer.status).to.equal(429)
    expect(answer.headers.get('retry-after')).to.equal('7')
    await refuses.close()
  })

  it('tells the access log of the page in one name, whatever its address', async () => {
    await get('/models/a-name-that-only-this-test-asks-for')
    expect(app.accessLog.at(-1)?.path).to.equal('/{page of the console}')
  })
})
