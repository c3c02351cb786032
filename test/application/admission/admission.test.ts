import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { forgotPasswordEndpoint } from '../../../src/adapters/http/account/passwords/forgot-password.ts'
import { logInEndpoint } from '../../../src/adapters/http/account/sessions/log-in.ts'
import { registerEndpoint } from '../../../src/adapters/http/account/registration/register.ts'
import { resendVerificationEndpoint } from '../../../src/adapters/http/account/registration/resend-verification.ts'
import { json } from '../../../src/adapters/http/sending/http-response.ts'
import { endpoint } from '../../../src/adapters/http/endpoint/endpoint.ts'
import { accountSurface } from '../../../src/adapters/http/account/surface.ts'
import { readHealthEndpoint } from '../../../src/adapters/http/service/read-health.ts'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { admission } from '../../../src/application/admission/admission.ts'
import { serveForTest } from '../../support/http-app.ts'
import type { RunningApp } from '../../support/http-app.ts'
import { identityStack, memoryGround } from '../../support/accounts/identity-stack.ts'
import type { IdentityGround } from '../../support/accounts/identity-stack.ts'

const RATES = { perAccount: 60, perUser: 15, publicPerAddress: 12, signInPerAddress: 20, signInPerEmail: 10 }
const EMAIL = 'ann@example.org'
const PASSWORD = 'five small grey cats'
const HOME = '192.0.2.7'

const ping = (auth: 'none' | 'session', path: string) =>
  endpoint({
    id: `ping_${auth}`,
    method: 'POST',
    path,
    surface: accountSurface,
    auth,
    group: 'Account',
    summary: 'Ping',
    body: t.unknown,
    success: { status: 200, description: 'Pong.' },
    failures: [],
    handle: async () => right(json(200, {})),
  })

describe('admission', () => {
  let app: RunningApp
  let ground: IdentityGround

  beforeEach(async () => {
    ground = await memoryGround()
    const stack = identityStack(ground)
    const limiter = memoryRateLimiter({ monotonicMs: ground.clock.now })
    app = await serveForTest(
      [
        registerEndpoint(stack.register),
        logInEndpoint(stack.logIn),
        forgotPasswordEndpoint(stack.requestPasswordReset),
        resendVerificationEndpoint(stack.resendVerification),
        readHealthEndpoint(() => ({ limits: 'memory' })),
        ping('none', '/v1/catalog'),
        ping('session', '/v1/me/ping'),
      ],
      {
        admission: admission({ rates: RATES, limiter, ...ground.stores, clock: ground.clock, ...stack }),
        isTrustedProxy: () => true,
      },
    )
    expect((await post('/v1/auth/register', { email: EMAIL, password: PASSWORD }, HOME)).status).to.equal(201)
  })
  afterEach(() => app.close())

  const post = async (path: string, body: unknown, from: string, token = '') => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, authorization: `Bearer ${token}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, response }
  }
  const logIn = async (from: string, password = PASSWORD) => post('/v1/auth/login', { email: EMAIL, password }, from)

  const guessFrom = async (network: number, times: number): Promise<readonly number[]> => {
    const statuses: number[] = []
    for (let turn = 0; turn < times; turn += 1) statuses.push((await logIn(`10.0.${network}.${turn}`, 'wrong')).status)
    return statuses
  }

  it('admits an owner while another person elsewhere uses up every try for the account', async () => {
    expect(await guessFrom(1, 12)).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect((await logIn(HOME)).status).to.equal(200)
  })

  it('admits an owner from a network of theirs while other people use up the tries of all networks', async () => {
    expect((await logIn(HOME)).status).to.equal(200)
    for (let network = 1; network <= 10; network += 1) await guessFrom(network, 10)
    const refused = await logIn('10.0.99.1')
    expect(refused.status, 'a network never seen').to.equal(429)
    expect(Number(refused.response.headers.get('retry-after'))).to.be.within(1, 60)
    expect((await logIn('192.0.2.99')).status, 'the network of the sign-in before').to.equal(200)
    ground.clock.turn(31 * 86_400_000)
    for (let network = 1; network <= 10; network += 1) await guessFrom(network, 10)
    expect((await logIn(HOME)).status, 'not after 31 days').to.equal(429)
  })

  it('sends three mail messages to one network and twelve over all, and answers forgot-password the same after them', async () => {
    const forgot = (from: string) => post('/v1/auth/forgot-password', { email: EMAIL }, from)
    const queued = async (): Promise<number> => {
      const at = new Date(ground.clock.now())
      return (await ground.stores.mail.claim({ at, until: new Date(at.getTime() + 86_400_000), limit: 100 })).length
    }
    expect(await queued(), 'of the registration').to.equal(1)
    for (let turn = 0; turn < 5; turn += 1) {
      const { status, body } = await forgot(HOME)
      expect([status, body]).to.deep.equal([200, { sent: true }])
    }
    expect(await queued()).to.equal(3)
    for (let network = 1; network <= 9; network += 1) {
      for (let turn = 0; turn < 4; turn += 1) expect((await forgot(`10.0.${network}.1`)).status).to.equal(200)
    }
    expect(await queued(), 'twelve in all').to.equal(9)
    ground.clock.turn(900_000)
    await forgot(HOME)
    expect(await queued(), 'a quarter of an hour later').to.equal(1)
  })

  it('says of a verification mail past the limit that none is sent, and counts resends with resets', async () => {
    const { body } = await logIn(HOME)
    const resend = async () => (await post('/v1/auth/resend-verification', {}, HOME, String(body['access_token']))).body
    for (let turn = 0; turn < 2; turn += 1) expect(await resend()).to.deep.equal({ sent: true })
    await post('/v1/auth/forgot-password', { email: EMAIL }, HOME)
    expect(await resend()).to.deep.equal({ sent: false })
  })

  it('limits a user over the whole account interface, wherever they call from', async () => {
    const token = String((await logIn(HOME)).body['access_token'])
    const statuses: number[] = []
    for (let turn = 0; turn < 16; turn += 1) {
      statuses.push((await post('/v1/me/ping', {}, `10.0.0.${turn}`, token)).status)
    }
    expect(statuses).to.deep.equal([...Array.from({ length: 15 }, () => 200), 429])
  })

  it('limits an address over public endpoints before the body is read, and never a probe', async () => {
    for (let turn = 0; turn < 12; turn += 1) expect((await post('/v1/catalog', {}, '10.0.0.1')).status).to.equal(200)
    const refused = await post('/v1/catalog', 'no JSON', '10.0.0.1')
    expect([refused.status, refused.body['code']]).to.deep.equal([429, 'rate_limit_exceeded'])
    expect((await post('/v1/catalog', 'no JSON', '10.0.0.2')).status).to.equal(400)
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await fetch(`${app.url}/v1/health`, { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).to.equal(200)
    }
  })
})
