import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openWorld } from '../../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../../support/gateway-worlds.ts'

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }
const PASSWORD = 'seven blue boats at sea'

describe('The session of the console', () => {
  let world: GatewayWorld
  let url: string
  let email: string

  before(async () => {
    world = await openWorld()
    url = (await world.serve()).url
    email = `person-${randomUUID()}@example.com`
    const made = await post('/v1/auth/register', { email, password: PASSWORD })
    expect(made.status).to.equal(201)
  })
  after(() => world.remove())

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const signIn = (headers: Record<string, string> = OWN_PAGE): Promise<Response> =>
    post('/v1/console/session', { email, password: PASSWORD }, headers)

  const refresh = (cookie: string, headers: Record<string, string> = OWN_PAGE): Promise<Response> =>
    post('/v1/console/session/refresh', undefined, { ...headers, cookie })

  const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

  it('gives the access token to the page, and the refresh token to the browser alone', async () => {
    const answer = await signIn()
    expect(answer.status).to.equal(200)
    expect(await answer.json()).to.have.all.keys('session_id', 'access_token', 'token_type', 'expires_in')
    expect(answer.headers.get('cache-control')).to.equal('no-store')
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).to.match(
      /^gateway_session=\S+; Path=\/v1\/console\/session; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
  })

  it('continues the session with the next token, and ends it when an older one comes back late', async () => {
    const first = cookieOf(await signIn())
    const next = await refresh(first)
    expect(next.status).to.equal(200)
    expect(cookieOf(next)).not.to.equal(first)
    const later = cookieOf(await refresh(cookieOf(next)))
    expect((await refresh(first)).status).to.equal(401)
    expect((await refresh(later)).status).to.equal(401)
  })

  it('continues as often as pages are opened: an office has one address, and no page takes a sign-in from it', async () => {
    const office = await openWorld({ AUTH_RATE_LIMIT_PER_MINUTE: '2' })
    const { url: there } = await office.serve()
    const send = (path: string, headers: Record<string, string>, body: object | null = null): Promise<Response> =>
      fetch(`${there}${path}`, {
        method: 'POST',
        headers: { ...OWN_PAGE, 'content-type': 'application/json', ...headers },
        body: body === null ? null : JSON.stringify(body),
      })
    expect((await send('/v1/auth/register', {}, { email, password: PASSWORD })).status).to.equal(201)
    let cookie = cookieOf(await send('/v1/console/session', {}, { email, password: PASSWORD }))
    for (let opened = 0; opened < 30; opened += 1) {
      const answer = await send('/v1/console/session/refresh', { cookie })
      expect(answer.status, `page ${opened}`).to.equal(200)
      cookie = cookieOf(answer)
    }
    expect((await send('/v1/console/session', {}, { email, password: PASSWORD })).status).to.equal(429)
    await office.remove()
  })

  it('finds its cookie among others', async () => {
    const cookie = cookieOf(await signIn())
    expect((await refresh(`a=1; ${cookie}; b=2`)).status).to.equal(200)
  })

  for (const [from, headers] of [
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['an older browser at another origin', { origin: 'https://evil.example' }],
    ['a program that says nothing of its origin', {}],
    ['an opaque origin', { origin: 'null' }],
  ] as const) {
    it(`refuses ${from}, with the right password and with the cookie`, async () => {
      const cookie = cookieOf(await signIn())
      for (const answer of [await signIn(headers), await refresh(cookie, headers)]) {
        expect(answer.status).to.equal(403)
        expect(await answer.json()).to.include({ code: 'cross_site_request' })
        expect(answer.headers.get('set-cookie')).to.equal(null)
      }
      // The refused request has not turned the token over.
      expect((await refresh(cookie)).status).to.equal(200)
    })
  }

  it('serves an older browser that names its own origin', async () => {
    expect((await signIn({ origin: url })).status).to.equal(200)
  })

  it('refuses a refresh without a cookie', async () => {
    expect((await refresh('')).status).to.equal(401)
  })

  it('ends with sign-out: the cookie is taken back, and neither token works', async () => {
    const opened = await signIn()
    const cookie = cookieOf(opened)
    const { access_token: token } = (await opened.json()) as { access_token: string }
    const authorization = `Bearer ${token}`
    const ended = await fetch(`${url}/v1/console/session`, { method: 'DELETE', headers: { authorization } })
    expect(ended.status).to.equal(204)
    expect(ended.headers.get('set-cookie')).to.contain('gateway_session=; ').and.to.contain('Max-Age=0')
    expect((await refresh(cookie)).status).to.equal(401)
    expect((await fetch(`${url}/v1/me`, { headers: { authorization } })).status).to.equal(401)
  })

  it('is left out with CONSOLE=off, and the page is, too', async () => {
    const without = await openWorld({ CONSOLE: 'off' })
    const { url: there } = await without.serve()
    const answer = await fetch(`${there}/v1/console/session`, { method: 'POST', headers: OWN_PAGE })
    expect(answer.status).to.equal(404)
    expect(await (await fetch(`${there}/`)).text())
      .to.contain('/docs')
      .and.not.to.contain('console-files')
    expect((await fetch(`${there}/keys`)).status).to.equal(404)
    await without.remove()
  })
})
